import { dataAt } from "#testing/sets.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answering/answers.ts";
import { listCompanies, updateCompany } from "#contract/identity/companies.ts";
import { listDocuments, getDocumentContent } from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { rowsOf } from "#testing/call.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy } from "#testing/numbered-policy.ts";
import { readAnswerSet, type AnswerSet } from "../product/answer-set.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const questionsEach = 60;
const textsOpened = 20;
/** Interval between two pieces of twelve letters: some 800 tokens a second, faster than real models. */
const modelDelayMs = 4;
/** A call's aftermath (garbage, pending statements) counts as part of it; the probe writes five times a second. */
const settleMs = 600;
const limitMs = 10;
/** The thread that serves calls; the threads of jobs, indexes and answers have the numbers after it. */
const serving = "0";

type Row = {
  set: string;
  work: string;
  calls: number;
  stalls: number;
  p99Ms: number;
  longestMs: number;
  over: number;
};

/**
 * The longest uninterrupted work of the thread that serves calls (its own processor time between two turns of its event
 * loop, ms) while people ask about real documents, with a model and without, and open lists and texts.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const folderOfSets = dataAt("bench", data);
  const sets = ["pdpa", "legalbench-rag", "financebench"]
    .map((name) => readAnswerSet(join(folderOfSets, name)))
    .filter((set) => set !== null);
  if (sets.length === 0) throw new Error(`No set of questions in ${folderOfSets}.`);
  const folder = mkdtempSync(join(tmpdir(), "footnote-stalls-"));
  const model = await startModelServer();
  model.behave({ kind: "answer", delayMs: modelDelayMs, reply: quoting });
  const probe = new URL("../product/stalls-probe.ts", import.meta.url).href;
  const product = await startProduct({
    NODE_OPTIONS: `--import ${probe}`,
    HOLDS_FOLDER: folder,
    SMART_BASE_URL: model.url,
    SMART_MODEL: "bench",
    DAILY_TOKENS_PER_COMPANY: "1000000000",
  });
  const rows: Row[] = [];
  const watch: Watch = async (set, work, calls, call) => {
    await wait(settleMs);
    const from = Date.now();
    for (let n = 0; n < calls; n++) await call(n);
    await wait(settleMs);
    const row = { set, work, calls, ...summaryOf(holdsIn(folder, from)) };
    rows.push(row);
    print([`${set}: ${work}`, calls, row.stalls, row.p99Ms.toFixed(1), row.longestMs.toFixed(1), row.over]);
  };
  try {
    print(["work", "calls", "> 1 ms", "p99 ms", "longest ms", `> ${limitMs} ms`]);
    for (const set of sets) await watchSet(product, set, watch);
    await watchLargeText(product, watch);
  } finally {
    await product.stop();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** Runs the calls in sequence and prints the stalls of the thread meanwhile. */
type Watch = (
  set: string,
  work: string,
  calls: number,
  call: (n: number) => Promise<unknown>,
) => Promise<void>;

async function watchSet(product: Product, set: AnswerSet, watch: Watch): Promise<void> {
  const theme = await product.newTheme(set.name);
  await watch(set.name, "documents are uploaded and read", 1, () => product.upload(theme, set.files));
  const ask = (n: number) =>
    product.call(answers.ask, {
      themeId: theme,
      userQuery: set.questions[n % set.questions.length]?.text ?? "",
      sessionId: `${set.name}-${n}`,
    });
  await watch(set.name, "the first question", 1, ask);
  await watch(set.name, "questions, quoted", questionsEach, ask);
  const [company] = rowsOf(await product.call(listCompanies));
  const setKey = (openaiApiKey: string) => product.call(updateCompany, { id: company?.id, openaiApiKey });
  await setKey("sk-bench-key-0001");
  await watch(set.name, "questions, six sentences of a model", questionsEach, ask);
  await setKey("");
  const documents = rowsOf(await product.call(listDocuments, { id: theme }));
  await watch(set.name, "texts opened", textsOpened, (n) =>
    product.call(getDocumentContent, { id: documents[n % documents.length]?.id }),
  );
  await watch(set.name, "lists", textsOpened, async () => {
    await product.call(listDocuments, { id: theme, page: 1, pageSize: 24 });
    await product.call(listInteractions, { page: 1 });
    await product.call(getChatReport);
  });
}

async function watchLargeText(product: Product, watch: Watch): Promise<void> {
  const theme = await product.newTheme("large");
  const bytes = new TextEncoder().encode(numberedPolicy(50_000));
  const size = `${(bytes.length / 1_000_000).toFixed(0)} MB of text`;
  await watch(size, "is uploaded and read", 1, () => product.upload(theme, [{ name: "Large.txt", bytes }]));
  const [document] = rowsOf(await product.call(listDocuments, { id: theme }));
  await watch(size, "is opened", 5, () => product.call(getDocumentContent, { id: document?.id }));
}

function print([work, ...figures]: (string | number)[]): void {
  process.stdout.write(
    `${String(work).padEnd(52)}${figures.map((figure) => String(figure).padStart(12)).join("")}\n`,
  );
}

/** A reply of six of the passages' sentences with their marks: alternately verbatim and without every fifth word. */
function quoting(prompt: string): string {
  const passages = [...prompt.matchAll(/^\[(\d+)\].*\n([\s\S]*?)(?=\n\[\d+\]|\n…\n|\n<\/document)/gm)];
  const sentences = passages.flatMap(([, number, text = ""]) =>
    (text.match(/[^.\n]{60,400}\./g) ?? []).slice(0, 2).map((sentence) => ({ number, sentence })),
  );
  return sentences
    .slice(0, 6)
    .map(({ number, sentence }, n) => {
      const words = sentence.trim().slice(0, -1).split(/\s+/);
      const said = n % 2 === 0 ? words : words.filter((_, at) => at % 5 !== 4);
      return `${said.join(" ")} [${number}].`;
    })
    .join(" ");
}

function holdsIn(folder: string, from: number): number[] {
  if (!readdirSync(folder).includes(serving)) return [];
  return readFileSync(join(folder, serving), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .filter(([at = 0]) => at >= from)
    .map(([, ms = 0]) => ms);
}

function summaryOf(stalls: number[]): Pick<Row, "stalls" | "p99Ms" | "longestMs" | "over"> {
  return {
    stalls: stalls.length,
    p99Ms: percentile(stalls, 0.99),
    longestMs: Math.max(0, ...stalls),
    over: stalls.filter((ms) => ms > limitMs).length,
  };
}
