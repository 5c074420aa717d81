import type { IndexReader, ReaderSource } from "#server/knowledge/documents/theme-indexes.ts";
import { buildSegment } from "#engine/index/segment.ts";
import { createAuthor, PASSAGES_PER_DOCUMENT, type Author } from "./synthetic-text.ts";

/** The index segments of the given number of synthetic passages, by document. */
export function segmentsBy(author: Author, size: number): Map<number, Uint8Array> {
  const segments = new Map<number, Uint8Array>();
  for (let document = 0; document < size / PASSAGES_PER_DOCUMENT; document++)
    segments.set(document, buildSegment(author.document(document)));
  return segments;
}

/** The product's thread reads the synthetic passages of this seed as its theme 1; other themes are empty. */
export function madeUpSource(data: { seed: number; size: number }): ReaderSource {
  return { module: import.meta.url, data };
}

/** @public the product's thread finds it by the module's address */
export function openReader({ seed, size }: { seed: number; size: number }): IndexReader {
  const segments = segmentsBy(createAuthor(seed), size);
  const words: IndexReader["words"] = {
    contents: ({ themeId }) =>
      Promise.resolve(
        themeId === 1
          ? [...segments].map(([document, { length }]) => ({ document, segment: document, bytes: length }))
          : [],
      ),
    read: ({ ids }) =>
      Promise.resolve(
        ids.map((segment) => ({ segment, content: segments.get(segment) ?? new Uint8Array() })),
      ),
  };
  return { words, vectors: null };
}
