import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import type { BenchOptions } from "../options.ts";
import type { Engine } from "./retrieval/engine.ts";
import { footnote } from "./retrieval/footnote.ts";
import { type Figures, figuresOf, meanFigures, percentile } from "./retrieval/metrics.ts";
import { miniSearch } from "./retrieval/minisearch.ts";
import { openSearchEngine } from "./retrieval/opensearch.ts";
import { openSearchProgram, startOpenSearch } from "#testing/opensearch.ts";
import { rankCd } from "./retrieval/postgres.ts";
import { type CorpusEntry, findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";
import { textbookBm25 } from "./retrieval/textbook-bm25.ts";

type Row = { set: string; engine: string; questions: number } & Figures & {
    indexSeconds: number;
    p50Ms: number;
    p95Ms: number;
  };
type MakeEngine = (corpus: CorpusEntry[]) => Engine | Promise<Engine>;

const DEPTH = 10;

/** Ranks every set with the product and the baselines, prints the table, and writes the rows if asked. */
export async function run({ data, json, opensearch }: BenchOptions) {
  const sets = findSets(data);
  if (opensearch === true) return compareSearches(sets, json);
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-"));
  const database = await startEmbedded({ folder, fsync: false });
  const engines: Record<string, MakeEngine> = {
    footnote,
    "textbook-bm25": textbookBm25,
    minisearch: miniSearch,
    "postgres-ts_rank_cd": (corpus) => rankCd(database.connection, corpus),
  };
  const rows: Row[] = [];
  try {
    process.stdout.write(heading());
    for (const set of sets.map(readSet)) {
      for (const [engine, make] of Object.entries(engines)) {
        const row = await measure(set, engine, make);
        rows.push(row);
        process.stdout.write(line(row));
      }
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** The most that any figure of a set may differ between the searches, and the milliseconds that a question may cost more at p95. */
const mostApart = 0.005;
const mostMoreMs = 60;

/** The product's search in memory and over a real OpenSearch, in one run. @throws Error if they differ too much */
async function compareSearches(sets: string[], json: string | undefined) {
  const program = openSearchProgram();
  if (program === null) return;
  const cluster = await startOpenSearch(program, { heapMb: 1024 });
  const rows: Row[] = [];
  const problems: string[] = [];
  try {
    const search = await openSearchEngine(cluster.url);
    process.stdout.write(heading());
    for (const set of sets.map(readSet)) {
      const memory = await measure(set, "footnote", footnote);
      const distant = await measure(set, "footnote-opensearch", search.make);
      for (const row of [memory, distant]) process.stdout.write(line(row));
      rows.push(memory, distant);
      const names = ["recallAt1", "recallAt5", "recallAt10", "mapAt10", "ndcgAt10"] as const;
      const apart = Math.max(...names.map((name) => Math.abs(memory[name] - distant[name])));
      const more = distant.p95Ms - memory.p95Ms;
      process.stdout.write(
        `${set.name.padEnd(16)}at most ${apart.toFixed(4)} apart, ${more.toFixed(1)} ms more at p95\n`,
      );
      if (apart > mostApart) problems.push(`${set.name} differs by ${apart.toFixed(4)}`);
      if (more > mostMoreMs) problems.push(`${set.name} costs ${more.toFixed(1)} ms more at p95`);
    }
    await search.close();
  } finally {
    await cluster.stop();
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  if (problems.length > 0) throw new Error(`OpenSearch is not equal: ${problems.join("; ")}.`);
}

async function measure(set: QuestionSet, name: string, make: MakeEngine): Promise<Row> {
  const start = performance.now();
  const engine = await make(set.corpus);
  const indexSeconds = (performance.now() - start) / 1000;
  const questions = set.questions.slice(0, engine.questions);
  for (const { text } of questions.slice(0, 20)) await engine.search(text, DEPTH); // warm
  const times: number[] = [];
  const figures: Figures[] = [];
  for (const { id, text } of questions) {
    const asked = performance.now();
    const ranked = await engine.search(text, DEPTH);
    times.push(performance.now() - asked);
    figures.push(figuresOf(ranked, set.gold.get(id) ?? new Set()));
  }
  await engine.close?.();
  return {
    set: set.name,
    engine: name,
    questions: questions.length,
    ...meanFigures(figures),
    indexSeconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

function heading(): string {
  const names = ["asked", "R@1", "R@5", "R@10", "MAP@10", "nDCG@10", "index s", "p50 ms", "p95 ms"];
  return `${"set".padEnd(16)}${"engine".padEnd(21)}${names.map((name) => name.padStart(9)).join("")}\n`;
}

function line(row: Row): string {
  const { recallAt1, recallAt5, recallAt10, mapAt10, ndcgAt10, indexSeconds, p50Ms, p95Ms } = row;
  const shares = [recallAt1, recallAt5, recallAt10, mapAt10, ndcgAt10].map((value) => value.toFixed(3));
  const times = [indexSeconds, p50Ms, p95Ms].map((value) => value.toFixed(2));
  return `${row.set.padEnd(16)}${row.engine.padEnd(21)}${[String(row.questions), ...shares, ...times].map((text) => text.padStart(9)).join("")}\n`;
}
