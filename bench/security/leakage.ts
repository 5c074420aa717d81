import { writeFileSync } from "node:fs";
import { listDocuments, deleteDocument } from "#contract/knowledge/documents.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { listUsers, updateUser } from "#contract/identity/users.ts";
import { rowsOf } from "#testing/call.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { BenchOptions } from "../options.ts";
import { buildPeople, signIn, type People } from "../product/people.ts";
import { startProduct, type Product } from "#testing/product.ts";

const companies = 50;
const themesEach = 3;
const questions = 5000;
const askersAtOnce = 8;
/** After this many questions a document is replaced, one is deleted and put back, and a user's role is changed. */
const disturbedEvery = 25;
const canaryPattern = /CANARY\d+X\d+/g;

type Side = { people: People; themeId: number; canary: string };

/**
 * Fifty companies with three themes of the same text and one unique word each (L5): people of each ask for
 * their own and for each other's words while documents are replaced, deleted and put back and roles change. Counts every
 * word of another theme in answers, citations, nearest passages, prompts, tags, reports, histories, lists and exports.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const model = await startModelServer();
  model.behave({
    kind: "answer",
    reply: (prompt) => `The word of this theme is ${canariesIn(prompt)[0] ?? "none"} [1].`,
  });
  const product = await startProduct({
    SMART_BASE_URL: model.url,
    SMART_MODEL: "bench",
    OPENAI_API_KEY: "sk-bench-key-0001",
    DAILY_TOKENS_PER_COMPANY: "1000000000",
  });
  try {
    const sides = await build(product);
    const counts = {
      asked: 0,
      answered: 0,
      refused: 0,
      prompts: 0,
      disturbances: 0,
      places: 0,
      ownWords: 0,
      foreign: 0,
    };
    const next = { value: 0 };
    const asker = async () => {
      while (next.value < questions) {
        const n = next.value++;
        if (n % disturbedEvery === disturbedEvery - 1)
          counts.disturbances += await disturb(product, sides, n);
        const side = sides[n % sides.length];
        const other = sides[(n * 7 + 1 + Math.floor(n / sides.length)) % sides.length];
        if (side === undefined || other === undefined) continue;
        const userQuery =
          n % 2 === 0 ? `Is ${other.canary} the word of this theme?` : "What is the word of this theme?";
        const answer = await asAdmin(product, side, "POST", "/api/chat", {
          themeId: side.themeId,
          userQuery,
          sessionId: `leak-${n}`,
        });
        counts.asked += 1;
        counts[answer.status === 200 ? "answered" : "refused"] += 1;
        counts.ownWords += answer.text.includes(side.canary) ? 1 : 0;
        counts.foreign += foreignIn(answer.text, [side.canary, ...canariesIn(userQuery)]);
      }
    };
    await Promise.all(Array.from({ length: askersAtOnce }, asker));
    for (const call of model.calls) {
      // the last message is the user's own; everything before it came from one theme
      const messages = (call.body.messages ?? []).map(({ content }) => content);
      const typed = canariesIn(messages.at(-1) ?? "");
      counts.prompts += 1;
      const sent = new Set(canariesIn(messages.join("\n")).filter((word) => !typed.includes(word)));
      if (sent.size > 1) counts.foreign += sent.size - 1;
    }
    for (const side of sides) {
      const own = sides.filter(({ people }) => people === side.people).map(({ canary }) => canary);
      for (const path of placesOf(side)) {
        const { status, text } = await asSignedIn(product, side, path);
        if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
        counts.places += 1;
        counts.foreign += foreignIn(withoutQuestions(text), own);
      }
    }
    process.stdout.write(
      `${Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join("  ")}\n`,
    );
    if (json) writeFileSync(json, `${JSON.stringify([{ set: "leakage", engine: "footnote", ...counts }])}\n`);
    if (counts.foreign > 0) process.exitCode = 1;
  } finally {
    await product.stop();
    await model.close();
  }
}

async function build(product: Product): Promise<Side[]> {
  const sides: Side[] = [];
  for (let company = 0; company < companies; company++) {
    const people = await buildPeople(product, `Company${company}`);
    for (let theme = 0; theme < themesEach; theme++) {
      const { id: themeId } = await product.call(createTheme, {
        name: `Theme ${company} ${theme}`,
        workspaceId: people.workspaceId,
      });
      const side = { people, themeId, canary: `CANARY${company}X${theme}` };
      await product.upload(themeId, [fileOf(side)]);
      sides.push(side);
    }
  }
  return sides;
}

function fileOf({ canary }: Side): { name: string; bytes: Uint8Array } {
  const text = `Refund Policy\n\n1. Time\n\nRefunds take 30 days from delivery. The word of this theme is ${canary}.\n`;
  return { name: `Word ${canary}.txt`, bytes: new TextEncoder().encode(text) };
}

/**
 * Replaces one theme's document by deleting it and putting it back, and temporarily makes an administrator an agent.
 */
async function disturb(product: Product, sides: Side[], n: number): Promise<number> {
  const side = sides[(n * 13) % sides.length];
  const moved = sides[(n * 17) % sides.length];
  if (side === undefined || moved === undefined) return 0;
  const documents = rowsOf(await product.call(listDocuments, { id: side.themeId }));
  for (const { id } of documents) await product.call(deleteDocument, { id });
  const users = rowsOf(await product.call(listUsers, { companyId: moved.people.companyId }));
  const admin = users.find(({ email }) => email === moved.people.adminEmail);
  if (admin === undefined) throw new Error("The company has lost its administrator.");
  await product.call(updateUser, { id: admin.id, role: "agent" });
  await product.upload(side.themeId, [fileOf(side)]);
  await product.call(updateUser, { id: admin.id, role: "workspace_admin" });
  return 3;
}

const placesOf = ({ themeId }: Side) => [
  `/api/themes/${themeId}/documents`,
  `/api/themes/${themeId}/aggregated-tags`,
  "/api/themes",
  "/api/chat/history?limit=100",
  "/api/admin/interactions",
  "/api/admin/interactions/export",
  "/api/reports/chat-interactions?period=30",
  "/api/notifications",
  "/api/reviews",
];

async function asAdmin(
  { url }: Product,
  { people }: Side,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${people.admin}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // a changed role ends the session
  if (response.status === 401) people.admin = await signIn(url, people.adminEmail);
  return { status: response.status, text: await response.text() };
}

async function asSignedIn(product: Product, side: Side, path: string) {
  const reply = await asAdmin(product, side, "GET", path);
  return reply.status === 401 ? asAdmin(product, side, "GET", path) : reply;
}

function canariesIn(text: string): string[] {
  return text.match(canaryPattern) ?? [];
}

function foreignIn(text: string, own: string[]): number {
  return canariesIn(text).filter((word) => !own.includes(word)).length;
}

/** People see the words they typed themselves, which deliberately belong to another theme. */
function withoutQuestions(text: string): string {
  return text
    .replace(/Is CANARY\d+X\d+ the word of this theme\?/g, "")
    .replace(/Your documents do not mention “CANARY\d+X\d+”/g, "");
}
