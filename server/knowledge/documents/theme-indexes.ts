import type { Connection } from "#server/platform/database/access.ts";
import type { VectorContents } from "#server/knowledge/opensearch/distant-nearest.ts";
import type { DistantReader } from "#server/knowledge/opensearch/distant-search.ts";
import type { Contents } from "#server/knowledge/opensearch/views.ts";
import type { SearchServer } from "#server/platform/opensearch.ts";
import { portOf } from "#server/kernel/port.ts";
import { openThread, type Thread } from "#server/platform/threads.ts";
import type { Found } from "#engine/ranked.ts";
import type { Neighbor, PassageRef } from "#engine/index/vectors.ts";

/** A document for which another version is searched than the one that answers; null: none. */
export type Instead = { documentId: number; versionId: number | null };

/**
 * A theme as read with the question: results are current for that content version. `instead`: its contents as a change
 * would leave them, or as they were before one; such an index is kept beside the theme's own.
 */
export type IndexedTheme = {
  company_id: number;
  id: number;
  content_version: number;
  instead?: readonly Instead[];
};

type Narrowed = {
  theme: IndexedTheme;
  limit: number;
  /** Only these versions are searched; null: the entire theme. */
  documents: ReadonlySet<number> | null;
};

/** `bytes`: words and vectors; above `mostBytes`, the least recently asked theme is dropped. */
export type IndexState = { themes: number; bytes: number; mostBytes: number };

/** The search that runs in its own thread. Documents in results are version ids. */
export type Searching = {
  /** The passages that best match the question's words. */
  search(input: Narrowed & { question: string }): Promise<Found>;
  /** Whether any document of the theme has vectors from the current encoder. `isSmall`: they may be compared here. */
  hasVectors(input: { theme: IndexedTheme; isSmall: boolean }): Promise<boolean>;
  /** The contents of the memory. */
  state(nothing: null): IndexState;
  /** Drops what was loaded for a theme with other contents. */
  forget(input: { theme: IndexedTheme }): void;
  /** The passages closest in meaning to the question's vector, and the distances of those in `also`; null: OpenSearch fails. */
  nearest(
    input: Narrowed & { vector: Float32Array; also: readonly PassageRef[] },
  ): Promise<Neighbor[] | null>;
};

/**
 * Searches themes' indexes. They run in their own thread: loading a large theme takes seconds and searching one takes
 * milliseconds, and neither may delay other calls.
 */
export type ThemeIndexes = Thread<Searching>;

export const themeIndexes = portOf<ThemeIndexes>("search");

/** What the search thread reads of documents. `vectors`: null where there is no encoder. */
export type IndexReader = {
  words: Contents<Uint8Array>;
  vectors: VectorContents | null;
  /** Where passages are found; absent or null: in memory. */
  distant?: DistantReader | null;
};

/**
 * Where the thread reads from: the address of a module that exports `openReader`, and its argument (which is cloned).
 */
export type ReaderSource = { module: string; data: unknown };

/**
 * `connections`: how many themes load at a time; other questions find theirs in memory. `encoder`: the name of the one
 * whose vectors are read, or null.
 */
export type ThemeDatabase = {
  connection: Connection;
  connections: number;
  fenceKey: string;
  encoder: string | null;
  /** The OpenSearch that finds passages; null: they are found in memory. */
  search: SearchServer | null;
};

/** A theme's contents from the database: words, and vectors if there is an encoder. */
export function databaseSource(data: ThemeDatabase): ReaderSource {
  return { module: new URL("./index-store.ts", import.meta.url).href, data };
}

/**
 * A search takes up to 100 ms, and loading pauses between documents: anything longer means the thread is stuck, for
 * every company.
 */
const stallMs = 5_000;

export function openThemeIndexes(source: ReaderSource, { eager }: { eager: boolean }): ThemeIndexes {
  return openThread<Searching>(new URL("./theme-indexes-worker.ts", import.meta.url), {
    eager,
    stallMs,
    workerData: source,
  });
}
