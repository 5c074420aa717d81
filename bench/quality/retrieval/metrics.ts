export type Figures = {
  recallAt1: number;
  recallAt5: number;
  recallAt10: number;
  mapAt10: number;
  ndcgAt10: number;
};

/** The figures of one question as trec_eval defines them: recall and average precision over all relevant entries. */
export function figuresOf(ranked: readonly string[], relevant: ReadonlySet<string>): Figures {
  const recall = (depth: number) =>
    ranked.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
  let found = 0;
  let precisions = 0;
  let gain = 0;
  ranked.slice(0, 10).forEach((id, rank) => {
    if (!relevant.has(id)) return;
    found++;
    precisions += found / (rank + 1);
    gain += 1 / Math.log2(rank + 2);
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, relevant.size); rank++) ideal += 1 / Math.log2(rank + 2);
  return {
    recallAt1: recall(1),
    recallAt5: recall(5),
    recallAt10: recall(10),
    mapAt10: precisions / relevant.size,
    ndcgAt10: gain / ideal,
  };
}

/** The mean of every figure over the questions; all zero without questions. */
export function meanFigures(all: readonly Figures[]): Figures {
  const mean = (name: keyof Figures) =>
    all.reduce((sum, figures) => sum + figures[name], 0) / Math.max(1, all.length);
  return {
    recallAt1: mean("recallAt1"),
    recallAt5: mean("recallAt5"),
    recallAt10: mean("recallAt10"),
    mapAt10: mean("mapAt10"),
    ndcgAt10: mean("ndcgAt10"),
  };
}

/** The value below which `share` (0 to 1) of the values lie, by nearest rank; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
}
