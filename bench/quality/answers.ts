import { dataAt } from "#testing/sets.ts";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "#contract/answering/answers.ts";
import type { BenchOptions } from "../options.ts";
import { plain, readAnswerSet, type AnswerSet, type Gold } from "../product/answer-set.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { percentile } from "./retrieval/metrics.ts";

type Citation = { documentName: string; page: number | null; quote: string; passage: string };

const columns = [
  "pageAt1",
  "pageAtCited",
  "rightOfCited",
  "citations",
  "claimsSupported",
  "abstainsWhenItShould",
  "abstainsWhenItShouldNot",
  "p50Ms",
  "p95Ms",
] as const;
type Row = { set: string; engine: "footnote"; questions: number } & Record<
  (typeof columns)[number],
  number | null
>;

/**
 * Uploads each set's documents to the running product, asks its questions, and compares the citations with the gold.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const root = dataAt("bench", data);
  const folders = existsSync(join(root, "queries.jsonl"))
    ? [root]
    : readdirSync(root)
        .map((name) => join(root, name))
        .filter((path) => existsSync(join(path, "queries.jsonl")));
  const rows: Row[] = [];
  process.stdout.write(`${["set".padEnd(16), "questions", ...columns].join("  ")}\n`);
  const product = await startProduct();
  try {
    for (const folder of folders) {
      const set = readAnswerSet(folder);
      if (set === null) continue;
      const row = await measure(product, set);
      rows.push(row);
      process.stdout.write(
        `${[row.set.padEnd(16), String(row.questions).padStart(9), ...columns.map((name) => (row[name]?.toFixed(3) ?? "-").padStart(name.length))].join("  ")}\n`,
      );
    }
  } finally {
    await product.stop();
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure(product: Product, set: AnswerSet): Promise<Row> {
  const theme = await product.newTheme(set.name);
  const { failed } = await product.upload(theme, set.files);
  // a document that failed can't be found, and the figures would say nothing about the answers
  if (failed.length > 0) throw new Error(`${failed.length} documents were not read:\n${failed.join("\n")}`);
  const times: number[] = [];
  const counts = {
    answerable: 0,
    answered: 0,
    first: 0,
    cited: 0,
    right: 0,
    rightCitations: 0,
    claims: 0,
    supported: 0,
    declinedWrongly: 0,
    unanswerable: 0,
    declined: 0,
  };
  for (const [index, question] of set.questions.entries()) {
    const asked = performance.now();
    const answer = await product.call(ask, {
      themeId: theme,
      userQuery: question.text,
      sessionId: `bench-${index}`,
    });
    times.push(performance.now() - asked);
    const isDeclined = answer.outcome === "abstained";
    const claims = "claims" in answer ? answer.claims : [];
    counts.claims += claims.length;
    counts.supported += claims.filter((claim) => claim.verdict === "supported").length;
    if (!question.isAnswerable) {
      counts.unanswerable += 1;
      if (isDeclined) counts.declined += 1;
      continue;
    }
    counts.answerable += 1;
    if (isDeclined) {
      counts.declinedWrongly += 1;
      continue;
    }
    counts.answered += 1;
    const hits = answer.citations.map((citation) => question.gold.some((gold) => isRight(citation, gold)));
    if (hits[0] === true) counts.first += 1;
    counts.cited += hits.length;
    counts.rightCitations += hits.filter(Boolean).length;
    counts.right += hits.some(Boolean) ? 1 : 0;
  }
  return {
    set: set.name,
    engine: "footnote",
    questions: set.questions.length,
    pageAt1: share(counts.first, counts.answerable),
    pageAtCited: share(counts.right, counts.answerable),
    rightOfCited: share(counts.rightCitations, counts.cited),
    citations: share(counts.cited, counts.answered),
    claimsSupported: share(counts.supported, counts.claims),
    abstainsWhenItShould: share(counts.declined, counts.unanswerable),
    abstainsWhenItShouldNot: share(counts.declinedWrongly, counts.answerable),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

/** The gold page; if gold is a span of text, a cited passage that shares 40 characters or half of it. */
function isRight(citation: Citation, gold: Gold): boolean {
  if (citation.documentName !== gold.document) return false;
  if (gold.page !== undefined) return citation.page === gold.page;
  const wanted = plain(gold.text ?? "");
  const shown = plain(citation.passage);
  const least = Math.max(1, Math.min(40, Math.floor(wanted.length / 2)));
  for (let start = 0; start + least <= wanted.length; start += 20)
    if (shown.includes(wanted.slice(start, start + least))) return true;
  return false;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
