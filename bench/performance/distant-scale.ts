import { writeFileSync } from "node:fs";
import { z } from "zod";
import type { PassageSource } from "#engine/index/passage-source.ts";
import { openSearchProgram, startOpenSearch } from "#testing/opensearch.ts";
import type { BenchOptions } from "../options.ts";
import { percentile } from "../quality/retrieval/metrics.ts";
import { measureVectors } from "./distant-vectors.ts";
import { openSearchEngine } from "../quality/retrieval/opensearch.ts";
import { type Author, createAuthor, PASSAGES_PER_DOCUMENT } from "../quality/retrieval/synthetic-text.ts";

const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
const MOST = 30_000;
const QUESTIONS = 100;
const WARM = 20;
const MEBIBYTE = 2 ** 20;

const Indices = z.array(z.object({ "pri.store.size": z.coerce.number() }));
const Nodes = z.object({
  nodes: z.record(
    z.string(),
    z.object({ jvm: z.object({ mem: z.object({ heap_used_in_bytes: z.int() }) }) }),
  ),
});

/**
 * One company's theme of synthetic passages that grows from 10,000 to `passages`, over one node of OpenSearch through the
 * product's search: the index's size and rate, the memory of both, and what a question takes, also of it in OpenSearch. Then
 * vectors, up to 100,000.
 */
export async function measureDistant({ json, passages }: BenchOptions): Promise<void> {
  const program = openSearchProgram();
  if (program === null) return;
  const most = Number(passages ?? MOST);
  if (!(most >= 10_000)) throw new Error("--passages is a number, 10000 or more.");
  const cluster = await startOpenSearch(program, { heapMb: 1024 });
  const rows: object[] = [];
  try {
    const search = await openSearchEngine(cluster.url);
    const statsOf = async (path: string): Promise<unknown> => (await fetch(`${cluster.url}${path}`)).json();
    const { counts, source, add } = await search.empty();
    const author = createAuthor(1);
    let indexed = 0;
    for (const size of SIZES.filter((one) => one <= most)) {
      const start = performance.now();
      await add(documentsBy(author, indexed, size));
      const seconds = (performance.now() - start) / 1000;
      const sizes = Indices.parse(await statsOf(`/_cat/indices/${search.index}?format=json&bytes=b`));
      const questions = Array.from({ length: WARM + QUESTIONS }, author.question);
      const timed = timing(source);
      const times: number[] = [];
      const inside: Record<"best" | "at", number[]> = { best: [], at: [] };
      for (const question of questions) {
        const asked = performance.now();
        await counts.search(question, { limit: 10 }, timed.source);
        times.push(performance.now() - asked);
        for (const name of ["best", "at"] as const) inside[name].push(timed.take(name));
      }
      const nodes = Object.values(Nodes.parse(await statsOf("/_nodes/stats/jvm")).nodes);
      const row = {
        passages: size,
        indexMiB: round(sizes.reduce((sum, one) => sum + one["pri.store.size"], 0) / MEBIBYTE),
        passagesPerSecond: round((size - indexed) / seconds),
        heapMiB: round(nodes.reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0) / MEBIBYTE),
        countsMiB: round(counts.bytes / MEBIBYTE),
        p50Ms: round(percentile(times.slice(WARM), 0.5)),
        p95Ms: round(percentile(times.slice(WARM), 0.95)),
        bestP50Ms: round(percentile(inside.best.slice(WARM), 0.5)),
        bestP95Ms: round(percentile(inside.best.slice(WARM), 0.95)),
        neighborsP95Ms: round(percentile(inside.at.slice(WARM), 0.95)),
      };
      rows.push(row);
      indexed = size;
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
    await search.close();
  } finally {
    await cluster.stop();
  }
  rows.push(...(await measureVectors(program, most)));
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function* documentsBy(author: Author, from: number, to: number) {
  for (let passage = from; passage < to; passage += PASSAGES_PER_DOCUMENT)
    yield author.document(passage / PASSAGES_PER_DOCUMENT);
}

/** The source, and how long its calls for the last question took. */
function timing(source: PassageSource) {
  const spent = { best: 0, at: 0 };
  const timed = async <Result>(name: "best" | "at", call: Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await call;
    spent[name] += performance.now() - start;
    return result;
  };
  return {
    source: {
      ...source,
      best: (wanted: Parameters<PassageSource["best"]>[0]) => timed("best", source.best(wanted)),
      at: (places: Parameters<PassageSource["at"]>[0]) => timed("at", source.at(places)),
    },
    take(name: "best" | "at"): number {
      const ms = spent[name];
      spent[name] = 0;
      return ms;
    },
  };
}

const round = (value: number) => Math.round(value);
