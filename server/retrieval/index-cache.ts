import { createThemeIndex, type ThemeIndex } from "./theme-index.ts";

/** What a theme consists of right now: which segment each ready document has. */
export type ThemeContents<Key> = { document: number; segment: Key }[];

/** How the cache reads a theme; given by the caller, so that nothing here knows where segments are stored. */
export type LoadTheme<Key> = {
  contents(): Promise<ThemeContents<Key>>;
  /** The bytes of these segments, one by one in any order; every one must come. */
  segments(keys: Key[]): AsyncIterable<{ segment: Key; bytes: Uint8Array }>;
};

const LONGEST_STEP_MS = 5; // then other work of the event loop gets its turn
const WASTE_LIMIT = 0.5; // past it the index is built anew

type Entry<Key> = { version: string; index: ThemeIndex; segments: Map<number, Key>; bytes: number };

/**
 * A bounded cache of theme indexes. `get` compares the version it is given (one cheap query per question) with the
 * one it holds and, when they differ, fetches only the segments it lacks and drops the documents that are gone.
 * The least recently used themes leave when the estimated bytes exceed `maxBytes`; the theme asked for always stays.
 */
export function createIndexCache<Key>({
  maxBytes,
  load,
}: {
  maxBytes: number;
  load: (theme: number) => LoadTheme<Key>;
}) {
  const entries = new Map<number, Entry<Key>>(); // least recently used first
  const loading = new Map<number, { version: string; done: Promise<ThemeIndex> }>();

  async function get(theme: number, version: string): Promise<ThemeIndex> {
    for (;;) {
      const running = loading.get(theme);
      if (running?.version === version) return running.done;
      if (running === undefined) break;
      await running.done.catch(() => undefined); // its own callers hear of its failure
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

  async function refresh(theme: number, version: string, entry: Entry<Key> | undefined): Promise<ThemeIndex> {
    const source = load(theme);
    const contents = new Map((await source.contents()).map(({ document, segment }) => [document, segment]));
    entries.delete(theme); // until it is whole again: a failure on the way must not leave half an index
    const base = entry && entry.index.waste <= WASTE_LIMIT ? entry : emptyEntry<Key>();
    const breathe = createBreath();
    for (const [document, segment] of base.segments) {
      if (contents.get(document) === segment) continue;
      for (const _ of base.index.removeInSteps(document)) await breathe();
      base.segments.delete(document);
      await breathe();
    }
    await addMissing(base, contents, source, breathe);
    base.version = version;
    base.bytes = base.index.bytes;
    entries.set(theme, base);
    evict();
    return base.index;
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
    /** Forgets one theme, for instance when it was deleted. */
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

function emptyEntry<Key>(): Entry<Key> {
  return { version: "", index: createThemeIndex(), segments: new Map(), bytes: 0 };
}

async function addMissing<Key>(
  entry: Entry<Key>,
  contents: Map<number, Key>,
  source: LoadTheme<Key>,
  breathe: () => Promise<void>,
) {
  const missing = new Map<Key, number[]>();
  for (const [document, segment] of contents) {
    if (entry.segments.has(document)) continue;
    const documents = missing.get(segment);
    if (documents) documents.push(document);
    else missing.set(segment, [document]);
  }
  if (missing.size === 0) return;
  for await (const { segment, bytes } of source.segments([...missing.keys()])) {
    const documents = missing.get(segment) ?? [];
    missing.delete(segment);
    for (const document of documents) {
      for (const _ of entry.index.addInSteps(document, bytes)) await breathe();
      entry.segments.set(document, segment);
      await breathe();
    }
  }
  if (missing.size > 0) throw new Error(`${missing.size} index segments of this theme are missing.`);
}

/** Gives the event loop its turn when the work since the last turn has taken LONGEST_STEP_MS. */
function createBreath() {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < LONGEST_STEP_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  };
}
