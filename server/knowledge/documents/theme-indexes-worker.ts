import { workerData } from "node:worker_threads";
import { exposeWorker } from "#server/platform/thread-side.ts";
import { createIndexCache, type DocumentIndex } from "#engine/index/index-cache.ts";
import { createDocumentIndex } from "#engine/document-index.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import type { Contents } from "#server/knowledge/opensearch/views.ts";
import { createVectorIndex } from "#engine/index/vectors.ts";
import type { IndexReader, ReaderSource, Searching, IndexedTheme } from "./theme-indexes.ts";

const mostBytesOfWords = 768 * 1024 * 1024;
/** 1,536 dimensions of 80,000 passages. */
const mostBytesOfVectors = 512 * 1024 * 1024;
/** Short documents load in batches, books one at a time. */
const bytesAtOnce = 8 * 1024 * 1024;

const { module, data } = workerData as ReaderSource;
const { openReader } = (await import(module)) as { openReader(data: unknown): IndexReader };
const reader = openReader(data);

const words = indexesOf(reader.words, createThemeIndex, mostBytesOfWords);
const vectors =
  reader.vectors === null ? null : indexesOf(reader.vectors, createVectorIndex, mostBytesOfVectors);

const counts = reader.distant == null ? null : indexesOf(reader.words, createDocumentIndex, mostBytesOfWords);
const distant = await openDistant();

exposeWorker<Searching>({
  search: (asked) => (distant === null ? inMemory(asked) : distant.search(asked)),
  async hasVectors({ theme, isSmall }) {
    if (vectors === null) return false;
    if (distant !== null && (await distant.hasVectors(theme))) return true;
    return isSmall && (await vectors.of(theme)).documents > 0;
  },
  forget({ theme }) {
    for (const indexes of [words, counts, vectors]) indexes?.cache.drop(keyOf(theme));
  },
  state: () => ({
    themes: (counts ?? words).cache.themes,
    bytes: words.cache.bytes + (counts?.cache.bytes ?? 0) + (vectors?.cache.bytes ?? 0),
    mostBytes: mostBytesOfWords * (counts === null ? 1 : 2) + (vectors === null ? 0 : mostBytesOfVectors),
  }),
  async nearest(asked) {
    const { theme, vector, limit, documents, also } = asked;
    if (vectors === null) return [];
    if (distant !== null && (await distant.hasVectors(theme))) return distant.nearest(asked);
    return (await vectors.of(theme)).nearest(vector, { limit, also, documents: documents ?? undefined });
  },
});

/** Its client is loaded only where an OpenSearch is named. */
async function openDistant() {
  if (reader.distant == null || counts === null) return null;
  const { openDistantSearch } = await import("#server/knowledge/opensearch/distant-search.ts");
  return openDistantSearch(reader.distant, reader.words, reader.vectors, {
    documentsOf: counts.of,
    inMemory,
    mostBytes: mostBytesOfWords,
  });
}

async function inMemory({ theme, question, limit, documents }: Parameters<Searching["search"]>[0]) {
  const index = await words.of(theme);
  return index.search(question, { limit, ...(documents === null ? {} : { documents }) });
}

/** Indexes of themes, built from a reader of their documents. */
function indexesOf<Content, Index extends DocumentIndex<Content>>(
  { contents, read }: Contents<Content>,
  create: () => Index,
  maxBytes: number,
) {
  const places = new Map<number, IndexedTheme>();
  const cache = createIndexCache<number, Content, Index>({
    create,
    maxBytes,
    load: (key) => {
      const { company_id: companyId = 0, id: themeId = 0, instead = [] } = places.get(key) ?? {};
      const sizes = new Map<number, number>();
      return {
        async contents() {
          const known = await contents({ companyId, themeId, instead });
          for (const { segment, bytes } of known) sizes.set(segment, bytes);
          return known;
        },
        async *segments(ids) {
          for (const batch of batchesOf(ids, sizes)) yield* await read({ companyId, ids: batch });
        },
      };
    },
  });
  const of = (theme: IndexedTheme): Promise<Index> => {
    const key = keyOf(theme);
    places.set(key, theme);
    const instead = theme.instead?.map(({ documentId, versionId }) => `${documentId}:${versionId}`) ?? [];
    // content loaded in one company is never returned in another, even if a caller confuses the two
    return cache.get(key, [theme.company_id, theme.content_version, ...instead].join("/"));
  };
  return { of, cache };
}

/** Other contents are asked one at a time, and never those of the theme itself. */
const keyOf = ({ id, instead }: IndexedTheme) => (instead === undefined ? id : -id);

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
