import { heldPassages } from "#engine/rank/held-passages.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { testSearchCompliance, type ThemeDocuments } from "#testing/search-compliance.ts";
import { expect, test } from "vitest";
import { buildSegment, decodeSegment, SegmentError } from "./index/segment.ts";
import { createDocumentIndex } from "./document-index.ts";

testSearchCompliance("an index in memory", (documents) => {
  const index = createThemeIndex();
  for (const [document, segment] of documents) index.add(document, segment);
  return Promise.resolve({
    search: (question, options) => Promise.resolve(index.search(question, options)),
  });
});

testSearchCompliance("an index of documents, with the passages elsewhere", (documents) => {
  const index = createDocumentIndex();
  for (const [document, segment] of documents) index.add(document, segment);
  const source = heldPassages(readable(documents));
  return Promise.resolve({ search: (question, options) => index.search(question, options, source) });
});

function readable(documents: ThemeDocuments) {
  return new Map(
    [...documents].flatMap(([document, segment]) => {
      try {
        return [[document, decodeSegment(segment)] as const];
      } catch (error) {
        if (error instanceof SegmentError) return [];
        throw error;
      }
    }),
  );
}

test("an index reached by changes answers as a fresh one does", async () => {
  const segments = ["refund", "deposit", "travel"].map((subject) =>
    buildSegment({
      title: `${subject} policy`,
      passages: Array.from({ length: 40 }, (_, index) => ({
        text: `A ${subject} takes ${index} days.`,
        section: "",
      })),
    }),
  );
  const changed = createDocumentIndex();
  const fresh = createDocumentIndex();
  segments.forEach((segment, index) => changed.add(index, segment));
  for (const _ of changed.removeInSteps(1)) continue;
  for (const place of [0, 2]) fresh.add(place, segments[place] ?? new Uint8Array());
  const source = heldPassages(new Map(segments.map((segment, index) => [index, decodeSegment(segment)])));
  for (const question of ["How many days does a deposit take?", "travel refund of 31 days"])
    expect(await changed.search(question, { limit: 10 }, source)).toEqual(
      await fresh.search(question, { limit: 10 }, source),
    );
  expect(changed.waste).toBeCloseTo(1 / 3);
});
