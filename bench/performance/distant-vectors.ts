import { createVectorIndex, type VectorBlock } from "#engine/index/vectors.ts";
import { buildSegment, decodeSegment } from "#engine/index/segment.ts";
import { writeChanges } from "#server/knowledge/opensearch/bulk.ts";
import { openDistantNearest } from "#server/knowledge/opensearch/distant-nearest.ts";
import { addVectorField, createIndex, refreshIndex } from "#server/knowledge/opensearch/indexes.ts";
import { recordsOf, vectorField } from "#server/knowledge/opensearch/records.ts";
import { openOpenSearch } from "#server/platform/opensearch.ts";
import { startOpenSearch } from "#testing/opensearch.ts";
import { randomFrom } from "#seed/demo/random.ts";
import { madeUpVectors } from "#testing/made-up-vectors.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const SIZES = [10_000, 30_000, 100_000];
const QUESTIONS = 100;
const WARM = 20;
const LIMIT = 50;
const DIMENSIONS = 384;
const PASSAGES = 100;
const SUBJECTS = 400;
const patienceMs = 30_000;
const place = { company: 1, theme: 1 };

/**
 * A theme of passages with generated vectors near 400 subjects, 384 numbers each, found by k-NN in one node of OpenSearch and
 * by comparing all of them in memory: milliseconds of a question, and how many of the nearest 50 both find.
 */
export async function measureVectors(program: string, most: number): Promise<object[]> {
  const cluster = await startOpenSearch(program, { heapMb: 1024, knn: true });
  const search = openOpenSearch({ origin: cluster.url, signIn: null, ca: null, prefix: "footnote" });
  const rows: object[] = [];
  try {
    const engine = { search, prefix: "footnote", installation: "bench" };
    const index = "footnote-vectors";
    const encoder = "generated";
    const field = vectorField(encoder, DIMENSIONS);
    await createIndex(engine, index);
    await addVectorField(engine, index, field, DIMENSIONS);
    const vectorsOf = madeUpVectors(randomFrom(5), { dimensions: DIMENSIONS, subjects: SUBJECTS });
    const blocks: VectorBlock[] = [];
    const memory = createVectorIndex();
    const passages = Array.from({ length: PASSAGES }, () => ({ text: "A rule.", section: "" }));
    const segment = decodeSegment(buildSegment({ title: "Policy", passages }));
    for (const size of SIZES.filter((one) => one <= most)) {
      const from = blocks.length;
      const start = performance.now();
      const records = function* () {
        while (blocks.length * PASSAGES < size) {
          const version = blocks.length;
          const vectors = vectorsOf(PASSAGES);
          blocks.push(vectors);
          yield* recordsOf({ ...place, version }, segment, { field, vectors });
        }
      };
      await writeChanges(search, index, place.company, records());
      await refreshIndex(engine, index);
      const seconds = (performance.now() - start) / 1000;
      for (const [place, block] of blocks.slice(from).entries())
        for (const _ of memory.addInSteps(from + place, block));
      const units = blocks.map((_, document) => ({
        ...{ document, segment: document, passages: PASSAGES, isWritten: true, vectors: "kept" },
      }));
      const vectors = {
        encoder,
        contents: async () =>
          units.map((unit) => ({ ...unit, bytes: 4 * PASSAGES * DIMENSIONS, digest: "kept" })),
        read: async () => [],
      };
      const near = openDistantNearest(search, async () => ({ index, units }), vectors, patienceMs);
      const theme = { company_id: place.company, id: place.theme, content_version: size };
      const times: Record<"distant" | "memory", number[]> = { distant: [], memory: [] };
      let same = 0;
      for (let question = 0; question < WARM + QUESTIONS; question++) {
        const { vectors: vector } = vectorsOf(1);
        const asked = { limit: LIMIT, also: [] };
        const first = performance.now();
        const found = await near.nearest({ theme, vector, documents: null, ...asked });
        const second = performance.now();
        const wanted = await memory.nearest(vector, asked);
        const third = performance.now();
        if (question < WARM) continue;
        times.distant.push(second - first);
        times.memory.push(third - second);
        const names = new Set(wanted.map(nameOf));
        same += (found ?? []).filter((one) => names.has(nameOf(one))).length;
      }
      const row = {
        vectors: size,
        writtenPerSecond: Math.round((size - from * PASSAGES) / seconds),
        distantP50Ms: Math.round(percentile(times.distant, 0.5)),
        distantP95Ms: Math.round(percentile(times.distant, 0.95)),
        memoryP50Ms: Math.round(percentile(times.memory, 0.5)),
        memoryP95Ms: Math.round(percentile(times.memory, 0.95)),
        sameOfNearest: same / (QUESTIONS * LIMIT),
        memoryMiB: Math.round(memory.bytes / 2 ** 20),
      };
      rows.push(row);
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
  } finally {
    await search.close();
    await cluster.stop();
  }
  return rows;
}

const nameOf = ({ document, passage }: { document: number; passage: number }) => `${document}/${passage}`;
