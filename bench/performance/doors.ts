import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgramAnswer } from "#contract/answering/programs.ts";
import { putProgramDocument } from "#contract/answering/program-documents.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import { rowsOf } from "#testing/call.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { startProduct, type Product } from "#testing/product.ts";
import type { BenchOptions } from "../options.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { throughputOf } from "./throughput.ts";

const files = 120;
/** What footnote-sync does at once unless told otherwise. */
const parallel = 4;
const rounds = 3;
const secondsPerSlice = 3;
const sections = 60;

type Row = {
  set: string;
  engine: "sync" | "completions" | "completions, streamed" | "direct";
  perSecond: number;
};

/**
 * What a door costs beside the call behind it, on one server and in turns: files per second of footnote-sync, its start
 * and lists included, and of the same calls made by a loop; questions per second through OpenAI's protocol and through
 * `/api/v1/answers`.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct();
  const rows: Row[] = [];
  try {
    rows.push(...(await ofDocuments(product)), ...(await ofQuestions(product)));
  } finally {
    await product.stop();
  }
  process.stdout.write("what                 way                     a second\n");
  for (const { set, engine, perSecond } of rows)
    process.stdout.write(`${set.padEnd(20)} ${engine.padEnd(22)} ${perSecond.toFixed(1).padStart(9)}\n`);
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

type Target = { product: Product; themeId: number; secret: string };

async function targetIn(product: Product, name: string): Promise<Target> {
  const themeId = await product.newTheme(name);
  return { product, themeId, secret: await product.newKey(themeId, keyScopes) };
}

const steps = ["new files", "unchanged files", "deleted files"] as const;
type Step = (typeof steps)[number];

async function ofDocuments(product: Product): Promise<Row[]> {
  const seconds = new Map<string, number[]>();
  const timed = async (step: Step, engine: Row["engine"], place: Target, work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    const key = `${step}/${engine}`;
    seconds.set(key, [...(seconds.get(key) ?? []), (performance.now() - began) / 1000]);
    // reading in the background would slow whichever way comes next
    await untilRead(place);
  };
  for (let round = 0; round < rounds; round++) {
    const synced = await targetIn(product, `sync ${round}`);
    const direct = await targetIn(product, `direct ${round}`);
    const folder = mkdtempSync(join(tmpdir(), "footnote-doors-"));
    try {
      const source = join(folder, "policies");
      const texts = textsOf(source, round);
      const state = join(folder, "state.jsonl");
      const each: Record<Step, [() => Promise<void>, () => Promise<void>]> = {
        "new files": [() => sync(synced, source, state), () => putAll(direct, texts, 201)],
        "unchanged files": [() => sync(synced, source, state), () => putAll(direct, texts, 200)],
        "deleted files": [
          () => {
            rmSync(source, { recursive: true });
            mkdirSync(source);
            return sync(synced, source, state, "--delete-all");
          },
          () => deleteAll(direct, texts),
        ],
      };
      for (const step of steps) {
        await timed(step, "sync", synced, each[step][0]);
        await timed(step, "direct", direct, each[step][1]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return steps.flatMap((set) =>
    (["sync", "direct"] as const).map((engine) => ({
      set,
      engine,
      perSecond: files / percentile(seconds.get(`${set}/${engine}`) ?? [], 0.5),
    })),
  );
}

/** Files of a folder, each of three rules. */
function textsOf(folder: string, round: number): Map<string, string> {
  mkdirSync(folder);
  const texts = new Map<string, string>();
  for (let n = 0; n < files; n++) {
    const text = `Policy ${round}-${n}\n\n${numberedPolicy(3)}`;
    texts.set(`policy-${n}.txt`, text);
    writeFileSync(join(folder, `policy-${n}.txt`), text);
  }
  return texts;
}

async function sync({ product, themeId, secret }: Target, source: string, state: string, ...more: string[]) {
  const child = spawn(
    process.execPath,
    ["sync/main.ts", source, "--theme", String(themeId), "--state", state, ...more],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, FOOTNOTE_URL: product.url, FOOTNOTE_KEY: secret },
    },
  );
  let log = "";
  child.stdout.on("data", (piece: Buffer) => (log += piece.toString()));
  const [code] = await once(child, "close");
  if (code !== 0 || /\t(?:waiting|failed|refused)\t/.test(log))
    throw new Error(`footnote-sync did not go through:\n${log.slice(-2000)}`);
}

const putAll = (place: Target, texts: Map<string, string>, status: number) =>
  inParallel([...texts], async ([name, text]) => {
    const body = new FormData();
    body.append("file", new Blob([text]), name);
    await callDocument(place, "PUT", name, status, body);
  });

const deleteAll = (place: Target, texts: Map<string, string>) =>
  inParallel([...texts.keys()], (name) => callDocument(place, "DELETE", name, 200));

async function callDocument(
  { product, themeId, secret }: Target,
  method: "PUT" | "DELETE",
  externalId: string,
  status: number,
  body: FormData | null = null,
): Promise<void> {
  const query = new URLSearchParams({ themeId: String(themeId), externalId });
  const response = await fetch(`${product.url}${putProgramDocument.path}?${query.toString()}`, {
    method,
    body,
    headers: { authorization: `Bearer ${secret}` },
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${externalId}: ${response.status} ${text}`);
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

async function untilRead({ product, themeId }: Target): Promise<void> {
  const pageSize = 200;
  for (let page = 1; ;) {
    const documents = rowsOf(await product.call(listDocuments, { id: themeId, page, pageSize }));
    if (documents.some(({ status }) => status === "processing"))
      await new Promise((resolve) => setTimeout(resolve, 250));
    else if (documents.length < pageSize) return;
    else page += 1;
  }
}

async function ofQuestions(product: Product): Promise<Row[]> {
  const { themeId, secret } = await targetIn(product, "questions");
  await product.upload(themeId, [{ name: "Returns.txt", bytes: Buffer.from(numberedPolicy(sections)) }]);
  const post = async (path: string, body: object, shows: string) => {
    const response = await fetch(product.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok || !text.includes(shows)) throw new Error(`${path}: ${response.status} ${text}`);
  };
  const complete = (stream: boolean) => (n: number) =>
    post(
      "/v1/chat/completions",
      {
        model: `theme-${themeId}`,
        messages: [{ role: "user", content: questionOnLine(n, sections) }],
        stream,
      },
      "days of delivery",
    );
  const ways: [Row["engine"], (n: number) => Promise<void>][] = [
    ["completions", complete(false)],
    ["completions, streamed", complete(true)],
    [
      "direct",
      (n) =>
        post(
          createProgramAnswer.path,
          { themeId, question: questionOnLine(n, sections) },
          "days of delivery",
        ),
    ],
  ];
  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [engine, ask] of ways) {
      const { requestsPerSecond, errors } = await throughputOf(
        engine,
        { seconds: secondsPerSlice, warmUp: round === 0 ? sections : 0 },
        ask,
      );
      if (errors > 0) throw new Error(`${errors} questions of ${engine} were not answered.`);
      rates.set(engine, [...(rates.get(engine) ?? []), requestsPerSecond]);
    }
  return ways.map(([engine]) => ({
    set: "questions",
    engine,
    perSecond: percentile(rates.get(engine) ?? [], 0.5),
  }));
}
