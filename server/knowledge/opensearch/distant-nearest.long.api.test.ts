import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSegment, decodeSegment } from "#engine/index/segment.ts";
import { createVectorIndex, type Neighbor, type VectorBlock } from "#engine/index/vectors.ts";
import { randomFrom } from "#seed/demo/random.ts";
import { madeUpVectors } from "#testing/made-up-vectors.ts";
import { openOpenSearch, type OpenSearch } from "#server/platform/opensearch.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { writeChanges } from "./bulk.ts";
import { openDistantNearest, type VectorContents } from "./distant-nearest.ts";
import { addVectorField, createIndex, refreshIndex } from "./indexes.ts";
import { recordsOf, vectorField } from "./records.ts";
import type { Unit } from "./views.ts";

const program = openSearchProgram();
const onCluster = test.skipIf(program === null);
const index = "footnote-near";
const encoder = "meaning-1";
const dimensions = 48;
const company = 7;
const passages = 50;

let cluster: TestCluster | null = null;
let search: OpenSearch;

beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program, { knn: true });
  search = openOpenSearch({ origin: cluster.url, signIn: null, ca: null, prefix: "footnote" });
  const engine = { search, prefix: "footnote", installation: "test" };
  expect(await createIndex(engine, index)).toBe(true);
  await addVectorField(engine, index, vectorField(encoder, dimensions), dimensions);
});
afterAll(async () => {
  await search?.close();
  await cluster?.stop();
});

const vectorsOf = madeUpVectors(randomFrom(11), { dimensions, subjects: 12 });

type Version = { document: number; block: VectorBlock; isWritten: boolean };

/** A theme of which some versions are in OpenSearch; the others are read. */
async function themeOf(id: number, versions: Version[]) {
  const engine = { search, prefix: "footnote", installation: "test" };
  const segment = decodeSegment(
    buildSegment({
      title: "Policy",
      passages: Array.from({ length: passages }, () => ({ text: "A rule.", section: "" })),
    }),
  );
  const field = vectorField(encoder, dimensions);
  for (const { document, block, isWritten } of versions)
    if (isWritten)
      await writeChanges(
        search,
        index,
        company,
        recordsOf({ company, theme: id, version: document }, segment, { field, vectors: block }),
      );
  await refreshIndex(engine, index);
  const units: Unit[] = versions
    .filter(({ isWritten }) => isWritten)
    .map(({ document }) => ({ document, segment: document, passages, isWritten: true, vectors: "kept" }));
  const memory = createVectorIndex();
  for (const { document, block } of versions) for (const _ of memory.addInSteps(document, block));
  const vectors = {
    encoder,
    contents: async () =>
      versions.map(({ document, block }) => ({
        document,
        segment: document,
        bytes: block.vectors.byteLength,
        digest: "kept",
      })),
    read: async ({ ids }) =>
      versions.flatMap(({ document, block }) =>
        ids.includes(document) ? [{ segment: document, content: block }] : [],
      ),
  } satisfies VectorContents;
  const near = openDistantNearest(search, async () => ({ index, units }), vectors, 30_000);
  const theme = { company_id: company, id, content_version: 1 };
  return { theme, near, memory };
}

const versionsFrom = (first: number, count: number, isWritten: (place: number) => boolean): Version[] =>
  Array.from({ length: count }, (_, place) => ({
    document: first + place,
    block: vectorsOf(passages),
    isWritten: isWritten(place),
  }));

const nameOf = ({ document, passage }: Neighbor) => `${document}/${passage}`;

/** How many of the nearest are the same, and the largest difference in what both say of them. */
function compare(found: Neighbor[], wanted: Neighbor[]) {
  const known = new Map(wanted.map((one) => [nameOf(one), one]));
  const same = found.filter((one) => known.has(nameOf(one)));
  const largest = (of: (one: Neighbor) => number) =>
    Math.max(0, ...same.map((one) => Math.abs(of(one) - of(known.get(nameOf(one)) ?? one))));
  return {
    share: same.length / wanted.length,
    similarity: largest(({ similarity }) => similarity),
    above: largest(({ above }) => above),
  };
}

onCluster.each([
  ["all of it in OpenSearch", 1, 1_000, 40, () => true],
  ["small, all of it in OpenSearch", 2, 2_000, 3, () => true],
  ["half of it read from the database", 3, 3_000, 20, (place: number) => place % 2 === 0],
] as const)(
  "the nearest passages are those of memory: a theme %s",
  async (_name, id, first, count, isHeld) => {
    const { theme, near, memory } = await themeOf(id, versionsFrom(first, count, isHeld));
    expect(await near.has(theme)).toBe(true);
    const also = [
      { document: first, passage: 3 },
      { document: first + 1, passage: 49 },
      { document: 999_999, passage: 0 },
    ];
    const chosen = new Set([first, first + 1, first + 2]);
    const shares: number[] = [];
    for (let question = 0; question < 30; question++) {
      const vector = vectorsOf(1).vectors;
      for (const documents of [null, chosen]) {
        const asked = { limit: 20, also };
        const found = await near.nearest({ theme, vector, documents, ...asked });
        const wanted = await memory.nearest(vector, { ...asked, ...(documents && { documents }) });
        if (found === null) throw new Error("the theme's vectors were not found");
        const { share, similarity, above } = compare(found, wanted);
        shares.push(share);
        expect(similarity).toBeLessThan(0.02);
        expect(above).toBeLessThan(0.3);
        expect(found.length).toBe(wanted.length);
        expect(found.every(({ document }) => document >= first && document < first + count)).toBe(true);
      }
    }
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.95);
  },
);

onCluster("a theme whose vectors the index lacks is not searched in it", async () => {
  const { theme, near } = await themeOf(
    4,
    versionsFrom(4_000, 2, () => false),
  );
  expect(await near.has(theme)).toBe(false);
  const { vectors: vector } = vectorsOf(1);
  expect(await near.nearest({ theme, vector, limit: 5, documents: null, also: [] })).toBeNull();
});

onCluster("a vector without a direction is left out, and the others are found", async () => {
  const [version] = versionsFrom(5_000, 1, () => true);
  if (version === undefined) throw new Error("no version");
  version.block.vectors.fill(0, 0, dimensions);
  const { theme, near } = await themeOf(5, [version]);
  const { vectors: vector } = vectorsOf(1);
  const found = await near.nearest({ theme, vector, limit: passages, documents: null, also: [] });
  expect(found?.map(({ passage }) => passage).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: passages - 1 }, (_, passage) => passage + 1),
  );
});
