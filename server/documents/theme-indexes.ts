import { openThread } from "#server/platform/threads.ts";
import type { Thread } from "#server/platform/threads.ts";
import type { Found } from "#engine/theme-index.ts";
import type { Neighbor, PassagePlace, VectorBlock } from "#engine/index/vectors.ts";

/** A theme as it was read with the question: what it holds is fresh for that content version. */
export type ThemePlace = { company_id: number; id: number; content_version: number };

type Narrowed = {
  theme: ThemePlace;
  limit: number;
  /** Only these versions are found; null for all of the theme. */
  documents: ReadonlySet<number> | null;
};

/** `bytes`: words and vectors; beyond `mostBytes` the theme that was asked longest ago is dropped. */
export type IndexState = { themes: number; bytes: number; mostBytes: number };

/** What is searched in the theme's own thread. Documents of what is found are version ids. */
export type Searching = {
  /** The best passages by the question's words. */
  search(input: Narrowed & { question: string }): Promise<Found>;
  /** Whether any document of the theme has vectors of the encoder in force. */
  hasVectors(input: { theme: ThemePlace }): Promise<boolean>;
  /** What is kept in memory. */
  state(nothing: null): IndexState;
  /** The nearest passages by meaning, to the question's vector, and those of `also`. */
  nearest(input: Narrowed & { vector: Float32Array; also: readonly PassagePlace[] }): Promise<Neighbor[]>;
};

/**
 * Searches themes' indexes. They live in a thread of their own: loading a large theme takes seconds and searching one
 * milliseconds, and neither may hold up the calls of others.
 */
export type ThemeIndexes = Thread<Searching>;

/** What the searching thread reads of each document, inside the company that asks. */
export type ContentReader<Content> = {
  /** `bytes`: how large the document's content is. */
  contents(place: {
    companyId: number;
    themeId: number;
  }): Promise<{ document: number; segment: number; bytes: number }[]>;
  read(place: { companyId: number; ids: number[] }): Promise<{ segment: number; content: Content }[]>;
};

/** `vectors`: null where there is no encoder. */
export type IndexReader = { words: ContentReader<Uint8Array>; vectors: ContentReader<VectorBlock> | null };

/** Where the thread reads from: the address of a module that exports `openReader`, and what that takes (it is cloned). */
export type ReaderSource = { module: string; data: unknown };

/** A search takes up to 100 ms and loading pauses between documents: what computes longer is stuck, for every company. */
const stallMs = 5_000;

export function openThemeIndexes(source: ReaderSource, { soon }: { soon: boolean }): ThemeIndexes {
  return openThread<Searching>(new URL("./theme-indexes-worker.ts", import.meta.url), {
    soon,
    stallMs,
    workerData: source,
  });
}
