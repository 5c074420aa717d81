import { writeFileSync } from "node:fs";
import type { BenchOptions } from "./options.ts";
import type { Engine } from "./retrieval/engine.ts";
import { footnote } from "./retrieval/footnote.ts";
import { type Figures, figuresOf, meanFigures, percentile } from "./retrieval/metrics.ts";
import { miniSearch } from "./retrieval/minisearch.ts";
import { rankCd } from "./retrieval/postgres.ts";
import { type CorpusEntry, findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";
import { textbookBm25 } from "./retrieval/textbook-bm25.ts";

type Row = { set: string; engine: string } & Figures & { indexSeconds: number; p50Ms: number; p95Ms: number };
type MakeEngine = (corpus: CorpusEntry[]) => Engine | Promise<Engine>;

const DEPTH = 10;

/** Ranks every set with the product and with what else there is, prints the table, writes the rows when asked. */
export async function run({ data, json }: BenchOptions) {
  const engines: Record<string, MakeEngine> = {
    footnote,
    "textbook-bm25": textbookBm25,
    minisearch: miniSearch,
  };
  const database = process.env["DATABASE_URL"];
  if (database) engines["postgres-ts_rank_cd"] = (corpus) => rankCd(database, corpus);

  const rows: Row[] = [];
  process.stdout.write(heading());
  for (const folder of findSets(data)) {
    const set = readSet(folder);
    for (const [engine, make] of Object.entries(engines)) {
      const row = await measure(set, engine, make);
      rows.push(row);
      process.stdout.write(line(row));
    }
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measure(set: QuestionSet, name: string, make: MakeEngine): Promise<Row> {
  const start = performance.now();
  const engine = await make(set.corpus);
  const indexSeconds = (performance.now() - start) / 1000;
  for (const { text } of set.questions.slice(0, 20)) await engine.search(text, DEPTH); // warm
  const times: number[] = [];
  const figures: Figures[] = [];
  for (const { id, text } of set.questions) {
    const asked = performance.now();
    const ranked = await engine.search(text, DEPTH);
    times.push(performance.now() - asked);
    figures.push(figuresOf(ranked, set.gold.get(id) ?? new Set()));
  }
  await engine.close?.();
  return {
    set: set.name,
    engine: name,
    ...meanFigures(figures),
    indexSeconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
}

function heading(): string {
  const names = ["R@1", "R@5", "R@10", "MAP@10", "nDCG@10", "index s", "p50 ms", "p95 ms"];
  return `${"set".padEnd(16)}${"engine".padEnd(21)}${names.map((name) => name.padStart(9)).join("")}\n`;
}

function line(row: Row): string {
  const { recallAt1, recallAt5, recallAt10, mapAt10, ndcgAt10, indexSeconds, p50Ms, p95Ms } = row;
  const shares = [recallAt1, recallAt5, recallAt10, mapAt10, ndcgAt10].map((value) => value.toFixed(3));
  const times = [indexSeconds, p50Ms, p95Ms].map((value) => value.toFixed(2));
  return `${row.set.padEnd(16)}${row.engine.padEnd(21)}${[...shares, ...times].map((text) => text.padStart(9)).join("")}\n`;
}
