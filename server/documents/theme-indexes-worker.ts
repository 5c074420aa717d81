import { parentPort, workerData } from "node:worker_threads";
import { callsOver } from "#server/platform/thread-calls.ts";
import { createIndexCache } from "#server/retrieval/index-cache.ts";
import type { Found } from "#server/retrieval/theme-index.ts";
import type { IndexReader, ReaderSource, SearchInput } from "./theme-indexes.ts";

/** What the searching thread offers. */
export type IndexSearcher = { search(input: SearchInput): Promise<Found> };

const maximumBytes = 768 * 1024 * 1024;
/** Segments of a few pages come many at a time, those of a book one by one. */
const bytesAtOnce = 8 * 1024 * 1024;

if (parentPort === null) throw new Error("This file runs as a thread of the program.");
const { module, data } = workerData as ReaderSource;
const { openReader } = (await import(module)) as { openReader(data: unknown): IndexReader };
const reader = openReader(data);
const companies = new Map<number, number>();

const cache = createIndexCache<number>({
  maxBytes: maximumBytes,
  load: (themeId) => {
    const companyId = companies.get(themeId) ?? 0;
    const sizes = new Map<number, number>();
    return {
      async contents() {
        const contents = await reader.contents({ companyId, themeId });
        for (const { segment, bytes } of contents) sizes.set(segment, bytes);
        return contents;
      },
      async *segments(ids) {
        for (const batch of batchesOf(ids, sizes)) yield* await reader.segments({ companyId, ids: batch });
      },
    };
  },
});
callsOver<Record<string, never>, IndexSearcher>(parentPort, { search });

async function search({ theme, question, limit, documents }: SearchInput): Promise<Found> {
  companies.set(theme.id, theme.company_id);
  // what was loaded inside one company is never handed out in another, whoever mixes the two up
  const index = await cache.get(theme.id, `${theme.company_id}/${theme.content_version}`);
  return index.search(question, { limit, ...(documents === null ? {} : { documents }) });
}

function* batchesOf(ids: number[], sizes: Map<number, number>): Generator<number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const id of ids) {
    const size = sizes.get(id) ?? 0;
    if (batch.length > 0 && bytes + size > bytesAtOnce) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(id);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
