import { createYieldToEventLoop } from "#engine/yield-to-event-loop.ts";

/** The current content of a theme: the segment of each ready document. */
export type ThemeContents<Key> = { document: number; segment: Key }[];

/** How the cache reads a theme. The caller provides it, so the cache doesn't know where segments are stored. */
export type LoadTheme<Key, Content> = {
  contents(): Promise<ThemeContents<Key>>;
  /** Yields the content of every given segment, one by one in any order. */
  segments(keys: Key[]): AsyncIterable<{ segment: Key; content: Content }>;
};

/** The cached form of a theme: documents are added and removed in steps of a few milliseconds. */
export type DocumentIndex<Content> = {
  addInSteps(document: number, content: Content): Iterable<void>;
  removeInSteps(document: number): Iterable<void>;
  /** Estimated memory. */
  readonly bytes: number;
  /** Share of that memory held by removed documents. */
  readonly waste: number;
};

const WASTE_LIMIT = 0.5; // above it, the index is rebuilt
const MOST_TRIES = 3; // a document reprocessed while its theme loads gets a new segment

type Entry<Key, Index> = { version: string; index: Index; segments: Map<number, Key>; bytes: number };

/**
 * A bounded cache of theme indexes. `get` compares the given version (one cheap query per question) with the cached one
 * and, if they differ, fetches only the missing segments and drops removed documents. When the estimated bytes exceed
 * `maxBytes`, the least recently used themes are evicted; the requested theme always stays.
 */
export function createIndexCache<Key, Content, Index extends DocumentIndex<Content>>({
  create,
  maxBytes,
  load,
}: {
  create: () => Index;
  maxBytes: number;
  load: (theme: number) => LoadTheme<Key, Content>;
}) {
  const entries = new Map<number, Entry<Key, Index>>(); // least recently used first
  const loading = new Map<number, { version: string; done: Promise<Index> }>();

  async function get(theme: number, version: string): Promise<Index> {
    for (;;) {
      const running = loading.get(theme);
      if (running?.version === version) return running.done;
      if (running === undefined) break;
      await running.done.catch(() => undefined); // its own callers receive the error
    }
    const entry = entries.get(theme);
    if (entry?.version === version) {
      entries.delete(theme);
      entries.set(theme, entry);
      return entry.index;
    }
    const done = refresh(theme, version, entry).finally(() => loading.delete(theme));
    loading.set(theme, { version, done });
    return done;
  }

  async function refresh(
    theme: number,
    version: string,
    entry: Entry<Key, Index> | undefined,
  ): Promise<Index> {
    entries.delete(theme); // until the update completes: a failed update must not leave a partial index
    const base = entry && entry.index.waste <= WASTE_LIMIT ? entry : emptyEntry();
    const source = load(theme);
    for (let tries = 1; (await takeOver(base, source)) > 0; tries++)
      if (tries === MOST_TRIES) throw new Error("Index segments of this theme are missing.");
    base.version = version;
    base.bytes = base.index.bytes;
    entries.set(theme, base);
    evict();
    return base.index;
  }

  function emptyEntry(): Entry<Key, Index> {
    return { version: "", index: create(), segments: new Map(), bytes: 0 };
  }

  function evict() {
    let total = 0;
    for (const entry of entries.values()) total += entry.bytes;
    for (const [theme, entry] of entries) {
      if (total <= maxBytes || entries.size === 1) return;
      entries.delete(theme);
      total -= entry.bytes;
    }
  }

  return {
    get,
    /** Evicts one theme, for instance after its deletion. */
    drop: (theme: number) => void entries.delete(theme),
    get themes() {
      return entries.size;
    },
    get bytes() {
      let total = 0;
      for (const entry of entries.values()) total += entry.bytes;
      return total;
    },
  };
}

/** Brings an index up to date with its theme. @returns the number of segments that no longer exist */
async function takeOver<Key, Content>(
  entry: Entry<Key, DocumentIndex<Content>>,
  source: LoadTheme<Key, Content>,
): Promise<number> {
  const contents = new Map((await source.contents()).map(({ document, segment }) => [document, segment]));
  const yieldToEventLoop = createYieldToEventLoop();
  for (const [document, segment] of entry.segments) {
    if (contents.get(document) === segment) continue;
    for (const _ of entry.index.removeInSteps(document)) await yieldToEventLoop();
    entry.segments.delete(document);
    await yieldToEventLoop();
  }
  return addMissing(entry, contents, source, yieldToEventLoop);
}

async function addMissing<Key, Content>(
  entry: Entry<Key, DocumentIndex<Content>>,
  contents: Map<number, Key>,
  source: LoadTheme<Key, Content>,
  yieldToEventLoop: () => Promise<void>,
): Promise<number> {
  const missing = new Map<Key, number[]>();
  for (const [document, segment] of contents) {
    if (entry.segments.has(document)) continue;
    const documents = missing.get(segment);
    if (documents) documents.push(document);
    else missing.set(segment, [document]);
  }
  if (missing.size === 0) return 0;
  for await (const { segment, content } of source.segments([...missing.keys()])) {
    const documents = missing.get(segment) ?? [];
    missing.delete(segment);
    for (const document of documents) {
      for (const _ of entry.index.addInSteps(document, content)) await yieldToEventLoop();
      entry.segments.set(document, segment);
      await yieldToEventLoop();
    }
  }
  return missing.size;
}
