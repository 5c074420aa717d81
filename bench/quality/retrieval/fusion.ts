import { createVectorIndex, type Neighbor } from "#engine/index/vectors.ts";
import { fuse } from "#engine/fuse.ts";
import type { Hit } from "#engine/ranked.ts";
import { dot, type Example, fitWeights } from "./listwise.ts";
import { documentsOf, type QuestionSet } from "./question-set.ts";
import { themeOver } from "./footnote.ts";

/** Number of candidates from words and from meaning, as in the product (`server/answering/answers/retrieve.ts`). */
const DEPTH = 50;
/** Cormack et al., Reciprocal Rank Fusion outperforms Condorcet (2009). */
const RANK_OFFSET = 60;

/** A question's results by words and by meaning, by corpus id. */
export type Fused = {
  set: string;
  half: number;
  gold: ReadonlySet<string>;
  ways: Record<"lexical" | "dense" | "by ranks" | "fused", string[]>;
  ids: string[];
  /** Log-odds by words and standard deviations by meaning, in the order of `ids`. */
  rows: Float64Array[];
  weight: number;
};

/** The set's documents in one theme, and the topic of each of its questions. */
export function openSet(set: QuestionSet) {
  const documents = documentsOf(set.corpus);
  const index = themeOver(documents);
  const found = set.questions.map(({ text }) => index.search(text, { limit: DEPTH }));
  return { set, documents, found };
}
export type OpenSet = ReturnType<typeof openSet>;

/** The results of each method. `passages`: vectors by document, `questions`: by question. */
export async function fuseSet(
  { set, documents, found }: OpenSet,
  passages: readonly Float32Array[],
  questions: readonly Float32Array[],
): Promise<{ asked: Fused[]; nearestMs: number[] }> {
  const vectors = createVectorIndex();
  passages.forEach((block, document) => {
    const dimensions = block.length / (documents[document]?.ids.length ?? 1);
    for (const _ of vectors.addInSteps(document, { dimensions, vectors: block })) continue;
  });
  const asked: Fused[] = [];
  const nearestMs: number[] = [];
  const idOf = ({ document, passage }: { document: number; passage: number }) =>
    documents[document]?.ids[passage] ?? "";
  for (const [place, { id }] of set.questions.entries()) {
    const hits = found[place]?.hits ?? [];
    const began = performance.now();
    const neighbors = await vectors.nearest(questions[place] ?? [], { limit: DEPTH, also: hits });
    nearestMs.push(performance.now() - began);
    const nearest = neighbors.slice(0, DEPTH);
    const joined = candidatesOf(hits, neighbors);
    asked.push({
      set: set.name,
      half: place % 2,
      gold: set.gold.get(id) ?? new Set(),
      ways: {
        lexical: hits.map(idOf),
        dense: nearest.map(idOf),
        "by ranks": byRanks(hits.map(idOf), nearest.map(idOf)),
        fused: fuse(hits, neighbors, { limit: DEPTH, passages: found[place]?.passages ?? 0 }).map(idOf),
      },
      ids: joined.map(({ place: at }) => idOf(at)),
      rows: joined.map(({ row }) => row),
      weight: 1 / Math.sqrt(set.questions.length),
    });
  }
  return { asked, nearestMs };
}

function candidatesOf(hits: readonly Hit[], neighbors: readonly Neighbor[]) {
  const keyOf = (at: { document: number; passage: number }) => `${at.document}/${at.passage}`;
  const above = new Map(neighbors.map((near) => [keyOf(near), near.above]));
  const odds = new Map(hits.map((hit) => [keyOf(hit), Math.log(hit.score / (1 - hit.score))]));
  const least = Math.min(0, ...odds.values());
  const places = new Map([...hits, ...neighbors].map((at) => [keyOf(at), at]));
  return [...places].map(([key, place]) => ({
    place,
    row: Float64Array.of(odds.get(key) ?? least, above.get(key) ?? 0),
  }));
}

function byRanks(...lists: string[][]): string[] {
  const sums = new Map<string, number>();
  for (const list of lists)
    list.forEach((id, rank) => sums.set(id, (sums.get(id) ?? 0) + 1 / (RANK_OFFSET + rank + 1)));
  return [...sums].sort((left, right) => right[1] - left[1]).map(([id]) => id);
}

/**
 * The share of meaning, learned on each half of all sets' questions: the log-odds added per standard deviation, and the
 * resulting rankings of the other half's questions, by question.
 */
export function crossValidate(asked: readonly Fused[]): {
  shares: number[];
  ranked: Map<Fused, string[]>;
} {
  const ranked = new Map<Fused, string[]>();
  const shares = [0, 1].map((half) => {
    const examples = asked.filter((question) => question.half === half).flatMap(exampleOf);
    const weights = fitWeights(examples, 2, 1e-3);
    for (const question of asked.filter((other) => other.half !== half)) {
      const sums = question.rows.map((row, index) => ({ place: index, sum: dot(weights, row) }));
      sums.sort((left, right) => right.sum - left.sum);
      ranked.set(
        question,
        sums.map(({ place }) => question.ids[place] ?? ""),
      );
    }
    return (weights[1] ?? 0) / (weights[0] ?? 1);
  });
  return { shares, ranked };
}

function exampleOf({ ids, rows, gold, weight }: Fused): Example[] {
  const right = new Set(ids.flatMap((id, index) => (gold.has(id) ? [index] : [])));
  return right.size === 0 ? [] : [{ rows, right, weight }];
}
