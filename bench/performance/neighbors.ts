import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { assignThemeWorkspace, updateTheme } from "#contract/knowledge/themes.ts";
import { call } from "#testing/call.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { buildPeople, type People } from "../product/people.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const quietQuestions = 60;
const attackSeconds = 12;
const pauseMs = 60;
const rulesOfPolicy = 60;
const longQuestions = 150;

type Row = {
  act: string;
  questions: number;
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
  ratio: number;
  healthMaxMs: number;
};

/**
 * The effect of one company on another: the second asks one question after the other, first alone, then while the first
 * runs the loads that a security review found to block everyone. Limits are those of an installation, not those of tests.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const model = await startModelServer();
  model.behave({
    kind: "answer",
    reply: () => "The product must be returned within 30 days of its delivery. ".repeat(60),
  });
  const product = await startProduct({
    LIMIT_FACTOR: "1",
    SMART_BASE_URL: model.url,
    SMART_MODEL: "test-model",
  });
  try {
    const attacker = await buildPeople(product, "Attacker");
    const neighbor = await buildPeople(product, "Neighbor");
    for (const { themeId } of [attacker, neighbor])
      await product.upload(themeId, [
        { name: "Rules.txt", bytes: new TextEncoder().encode(numberedPolicy(rulesOfPolicy)) },
        { name: "Rows.txt", bytes: new TextEncoder().encode(shortRows()) },
      ]);
    for (const { admin, themeId, workspaceId } of [attacker, neighbor])
      await statusOf(product, admin, assignThemeWorkspace, { id: themeId, workspaceId });
    // a neighbor asking without a pause hits its own per-person limit
    const measured = async () => {
      const took = await askOnce(product, neighbor);
      await wait(pauseMs);
      return took;
    };
    for (let n = 0; n < 20; n++) await measured();
    const quiet: number[] = [];
    for (let n = 0; n < quietQuestions; n++) quiet.push(await measured());
    const rows: Row[] = [rowOf("nothing", quiet, quiet, 0)];
    print(rows);
    await prepareReports(product, attacker);
    for (const [act, once, parallel] of acts(product, attacker)) {
      if (act.startsWith("checking"))
        await statusOf(product, attacker.superAdmin, updateCompany, {
          id: attacker.companyId,
          openaiApiKey: "sk-test-1234567890",
        });
      rows.push(await under(product, act, once, parallel, measured, quiet));
      print(rows.slice(-1));
    }
    if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  } finally {
    await product.stop();
    await model.close();
  }
}

/** The repeated load, and its concurrency. */
function acts(
  product: Product,
  { agent, admin, themeId }: People,
): [string, () => Promise<unknown>, number][] {
  const ask = (userQuery: string) => () =>
    statusOf(product, agent, answers.ask, { themeId, userQuery, sessionId: crypto.randomUUID() });
  const comparing = `what ${"compare a ".repeat(40)}${"and b ".repeat(60)}${"~".repeat(1000)} z\nwhat is the rule of c?`;
  const longest = `what ${"compare a ".repeat(60)}${"and b ".repeat(120)}${"~".repeat(2500)} z\nwhat is the rule of c?`;
  const commas = `${",".repeat(3992)}Atell me`;
  return [
    ["one question of 1,790 characters", ask(comparing), 8],
    ["one of 4,000", ask(longest.slice(0, 4000)), 8],
    ["commas", ask(commas), 8],
    ["reports", () => statusOf(product, admin, getChatReport, { period: "30" }), 20],
    ["ordinary questions", ask("How many days to return products of line 7?"), 30],
    ["streams of events", () => openStream(product, agent), 50],
    ["checking long answers of a model", ask("How many days to return products of line 9?"), 8],
  ];
}

async function under(
  product: Product,
  act: string,
  once: () => Promise<unknown>,
  parallel: number,
  measured: () => Promise<number>,
  quiet: number[],
): Promise<Row> {
  let isOver = false;
  const attackers = Array.from({ length: parallel }, async () => {
    while (!isOver) {
      const started = performance.now();
      await once().catch(() => undefined);
      // a refusal returns at once; a refused caller may retry ten times a second
      await wait(Math.max(0, 100 - (performance.now() - started)));
    }
  });
  let slowestHealth = 0;
  const health = (async () => {
    while (!isOver) {
      const started = performance.now();
      await fetch(`${product.url}/api/health`).then((reply) => reply.text());
      slowestHealth = Math.max(slowestHealth, performance.now() - started);
      await wait(50);
    }
  })();
  await wait(500);
  const times: number[] = [];
  for (const end = performance.now() + attackSeconds * 1000; performance.now() < end;)
    times.push(await measured());
  isOver = true;
  await Promise.all([...attackers, health]);
  return rowOf(act, times, quiet, slowestHealth);
}

function rowOf(act: string, times: number[], quiet: number[], healthMaxMs: number): Row {
  const round = (value: number) => Number(value.toFixed(1));
  const p95Ms = round(percentile(times, 0.95));
  return {
    act,
    questions: times.length,
    p50Ms: round(percentile(times, 0.5)),
    p95Ms,
    maxMs: round(Math.max(...times)),
    ratio: Number((p95Ms / percentile(quiet, 0.95)).toFixed(2)),
    healthMaxMs: round(healthMaxMs),
  };
}

function print(rows: Row[]): void {
  for (const row of rows)
    process.stdout.write(
      `${row.act.padEnd(36)} ${String(row.questions).padStart(4)} questions  p50 ${row.p50Ms}  p95 ${row.p95Ms}  max ${row.maxMs} ms  ${row.ratio} times  health max ${row.healthMaxMs} ms\n`,
    );
}

async function askOnce(product: Product, { agent, themeId }: People): Promise<number> {
  await wait(50);
  const started = performance.now();
  const reply = await statusOf(product, agent, answers.ask, {
    themeId,
    userQuery: questionOnLine(Math.floor(Math.random() * rulesOfPolicy), rulesOfPolicy),
    sessionId: crypto.randomUUID(),
  });
  if (reply !== 200) throw new Error(`the neighbor's question ended with ${reply}`);
  return performance.now() - started;
}

/** Unanswered questions of a thousand characters, which a report matches with every topic. */
async function prepareReports(product: Product, { agent, admin, themeId }: People): Promise<void> {
  const topicTags = Array.from({ length: 200 }, (_, n) => `Topic number ${n}`);
  await statusOf(product, admin, updateTheme, { id: themeId, topicTags });
  for (let n = 0; n < longQuestions; n++)
    await statusOf(product, agent, answers.ask, {
      themeId,
      userQuery: `Who wrote ${`sonnet ${n} about sailing `.repeat(140)}?`.slice(0, 3900),
      sessionId: crypto.randomUUID(),
    });
}

/** Lines of two short words: passages of hundreds of sentences. */
function shortRows(): string {
  return Array.from({ length: 4000 }, (_, n) => (n % 40 === 0 ? `Section ${n}\n` : `day ${n % 97}.`)).join(
    "\n",
  );
}

async function openStream(product: Product, token: string): Promise<void> {
  const leaving = new AbortController();
  const reply = await fetch(`${product.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (reply.status === 200) await wait(2_000);
  leaving.abort();
}

async function statusOf<E extends EndpointSpec>(
  product: Product,
  token: string,
  spec: E,
  input: Request<E>,
): Promise<number> {
  return (await call(product.url, token, spec, input)).status;
}
