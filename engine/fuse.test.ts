import { expect, test } from "vitest";
import type { Hit } from "#engine/ranked.ts";
import type { Evidence } from "#engine/evidence.ts";
import { fuse, orderByUnits } from "./fuse.ts";

const hit = (passage: number, score: number): Hit => ({
  document: 1,
  passage,
  score,
  coverage: 0.5,
  proximity: 0.5,
  named: 0,
});
const near = (passage: number, above: number) => ({ document: 1, passage, similarity: 0.5, above });

const first = (limit: number, passages = 100) => ({ limit, passages });

test("keeps the hits and scores of the word search without neighbors", () => {
  const hits = [hit(1, 0.6), hit(2, 0.4)];
  expect(fuse(hits, [], first(10))).toEqual(hits);
  expect(fuse(hits, [], first(1))).toEqual(hits.slice(0, 1));
});

test("returns descending scores, so that quotes keep the fused order", () => {
  const fused = fuse(
    [hit(1, 0.3), hit(2, 0.28), hit(3, 0.05)],
    [near(2, 4), near(1, 0), near(3, 1)],
    first(10),
  );
  expect(fused.map(({ passage }) => passage)).toEqual([2, 1, 3]);
  const scores = fused.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores[1]).toBeCloseTo(0.3, 10);
});

test("scores a passage found by meaning alone by the last hit's odds and its own nearness", () => {
  const [best, second] = fuse([hit(1, 0.2)], [near(7, 4), near(1, 0)], first(10));
  expect(best).toMatchObject({ passage: 7, coverage: 0, proximity: 0 });
  expect(best?.score).toBeGreaterThan(second?.score ?? 1);
});

test("keeps scores finite when rounding makes them 0 or 1", () => {
  for (const { score } of fuse([hit(1, 1), hit(2, 0)], [near(1, 2), near(2, 2)], first(10)))
    expect(Number.isFinite(score)).toBe(true);
});

test("meaning counts for less where more passages are near by chance", () => {
  const [hits, neighbors] = [
    [hit(1, 0.3), hit(2, 0.2)],
    [near(2, 2), near(1, 0)],
  ];
  const best = (passages: number) => fuse(hits, neighbors, first(1, passages))[0]?.passage;
  expect([best(300), best(10_000)]).toEqual([2, 1]);
});

const passage = (rank: number, score: number, ...cosines: number[]): Evidence => ({
  ...{ rank, score, coverage: 0.5, proximity: 0.5, named: 0, ordinal: rank, text: "", section: "" },
  ...{ documentId: 1, documentName: "Policy.docx", versionId: 1, version: 1 },
  ...{ pageNumber: 1, pageIndex: 0, turn: null },
  near: cosines.map((cosine, index) => ({ start: index, end: index + 1, cosine })),
});

test("a passage of many subjects comes first for its one sentence near the question", () => {
  const ordered = orderByUnits([passage(1, 0.5, 0.2, 0.3), passage(2, 0.45, 0.1, 0.1, 0.8)]);
  expect(ordered.map(({ ordinal, rank }) => [ordinal, rank])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(ordered[0]?.score).toBeGreaterThan(ordered[1]?.score ?? 1);
});

test("without vectors of units passages keep their order and scores", () => {
  const found = [passage(1, 0.4), passage(2, 0.6)];
  expect(orderByUnits(found)).toEqual(found);
  expect(orderByUnits([])).toEqual([]);
  const [first, second] = orderByUnits([passage(1, 0.6, 0.5), passage(2, 0.4)]);
  expect([first?.score, second?.score].map((score) => score?.toFixed(9))).toEqual([
    "0.600000000",
    "0.400000000",
  ]);
});
