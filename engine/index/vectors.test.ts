import { expect, test } from "vitest";
import { fuse } from "#engine/fuse.ts";
import { createVectorIndex, packVectors, unpackVectors, type VectorBlock } from "./vectors.ts";

const block = (...vectors: number[][]) => unpackVectors(packVectors(vectors), vectors[0]?.length ?? 0);

function indexOf(blocks: [number, VectorBlock][]) {
  const index = createVectorIndex();
  for (const [document, vectors] of blocks) for (const _ of index.addInSteps(document, vectors)) continue;
  return index;
}

test("ranks by direction, not by the length of vectors", async () => {
  const index = indexOf([
    [1, block([3, 0], [0, 5])],
    [2, block([7, 7])],
  ]);
  const found = await index.nearest([1, 0.1], { limit: 2 });
  expect(found.map(({ document, passage }) => [document, passage])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(found[0]?.similarity).toBeCloseTo(0.995, 3);
});

test("agrees with a plain sort over ten thousand passages", async () => {
  let seed = 7;
  const random = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  const vectors = Array.from({ length: 10_000 }, () => Array.from({ length: 16 }, random));
  const index = indexOf(
    [0, 1].map((half) => [half, block(...vectors.slice(half * 5_000, half * 5_000 + 5_000))]),
  );
  const question = Array.from({ length: 16 }, random);
  const cosine = (vector: number[]) =>
    vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0) / Math.hypot(...vector);
  const wanted = vectors
    .map((vector, at) => ({ at, cosine: cosine(vector) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, 50)
    .map(({ at }) => at);
  const found = await index.nearest(question, { limit: 50 });
  expect(found.map(({ document, passage }) => document * 5_000 + passage)).toEqual(wanted);
});

test("searches allowed documents only and skips vectors of another model", async () => {
  const index = indexOf([
    [1, block([1, 0])],
    [2, block([1, 0])],
    [3, block([1, 0, 0])],
  ]);
  expect(await index.nearest([1, 0], { limit: 9, documents: new Set([2, 3]) })).toMatchObject([
    { document: 2 },
  ]);
});

test("forgets removed documents and frees their memory", async () => {
  const index = indexOf([
    [1, block([1, 0])],
    [2, block([0, 1])],
  ]);
  for (const _ of index.removeInSteps(1)) continue;
  expect(await index.nearest([1, 0], { limit: 9 })).toMatchObject([{ document: 2 }]);
  expect(index.bytes).toBe(8);
});

test("rejects damaged bytes", () => {
  expect(() => unpackVectors(new Uint8Array(9), 2)).toThrow("damaged");
  expect(() => unpackVectors(new Uint8Array(8), 0)).toThrow("damaged");
});

test("measures similarity relative to all searched passages", async () => {
  const index = indexOf([[1, block([1, 0], [0, 1], [-1, 0], [0, -1])]]);
  const found = await index.nearest([1, 0], {
    limit: 1,
    also: [
      { document: 1, passage: 2 },
      { document: 1, passage: 0 },
    ],
  });
  expect(found.map(({ passage }) => passage)).toEqual([0, 2]);
  expect(found[0]?.above).toBeCloseTo(Math.SQRT2, 6);
  expect(found[1]?.above).toBeCloseTo(-Math.SQRT2, 6);
});

test("gives equal passages no advantage and skips unknown ones", async () => {
  const index = indexOf([[1, block([1, 0], [1, 0])]]);
  const also = [
    { document: 1, passage: 2 },
    { document: 9, passage: 0 },
  ];
  const found = await index.nearest([1, 0], { limit: 9, also });
  expect(found.map(({ above }) => above)).toEqual([0, 0]);
});

const hitOf = (passage: number, score: number) => ({
  document: 1,
  passage,
  score,
  coverage: 0.5,
  proximity: 0,
  named: 0,
});
const orderOf = (hits: ReturnType<typeof hitOf>[], neighbors: Parameters<typeof fuse>[1]) =>
  fuse(hits, neighbors, { limit: 3, passages: 100 }).map(({ document, passage }) => `${document}/${passage}`);

test("ranks equal word matches by meaning and adds passages found by meaning", () => {
  const hits = [hitOf(0, 0.3), hitOf(1, 0.25), hitOf(2, 0.02)];
  const neighbors = [
    { document: 2, passage: 0, similarity: 0.8, above: 4 },
    { document: 1, passage: 1, similarity: 0.7, above: 3 },
    { document: 1, passage: 0, similarity: 0.2, above: -1 },
  ];
  expect(orderOf(hits, neighbors)).toEqual(["1/1", "1/0", "2/0"]);
});

test("keeps much better word matches first, and uses words alone without vectors", () => {
  const hits = [hitOf(0, 0.9), hitOf(1, 0.1)];
  expect(orderOf(hits, [{ document: 1, passage: 1, similarity: 0.9, above: 3 }])).toEqual(["1/0", "1/1"]);
  expect(orderOf(hits, [])).toEqual(["1/0", "1/1"]);
  expect(orderOf([hitOf(0, 1), hitOf(1, 0)], [])).toEqual(["1/0", "1/1"]);
});
