import { expect, test } from "vitest";
import { figuresOf, meanFigures, percentile } from "./metrics.ts";

test("metrics equal those of trec_eval: over all relevant entries, to depth ten", () => {
  const figures = figuresOf(["a", "x", "b", "y"], new Set(["a", "b", "c"]));
  expect(figures.recallAt1).toBeCloseTo(1 / 3);
  expect(figures.recallAt10).toBeCloseTo(2 / 3);
  expect(figures.mapAt10).toBeCloseTo((1 + 2 / 3) / 3);
  expect(figures.ndcgAt10).toBeCloseTo(1.5 / (1 + 1 / Math.log2(3) + 0.5));
});

test("results below the tenth place do not count", () => {
  const ranked = Array.from({ length: 11 }, (_, index) => `p${index}`);
  expect(figuresOf(ranked, new Set(["p10"]))).toEqual({
    recallAt1: 0,
    recallAt5: 0,
    recallAt10: 0,
    mapAt10: 0,
    ndcgAt10: 0,
  });
});

test("means over no questions are zero, and percentiles use nearest rank", () => {
  expect(meanFigures([]).recallAt10).toBe(0);
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  expect(percentile([5, 1, 3, 2, 4], 0.95)).toBe(5);
  expect(percentile([], 0.5)).toBe(0);
});
