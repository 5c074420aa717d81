import type { DocumentIndex } from "#engine/document-index.ts";
import { heldPassages } from "#engine/rank/held-passages.ts";
import type { PassageSource } from "#engine/index/passage-source.ts";
import { decodeSegmentOrNull, type Segment } from "#engine/index/segment.ts";
import type { Found } from "#engine/ranked.ts";
import {
  openOpenSearch,
  SearchError,
  type SearchFault,
  type SearchServer,
} from "#server/platform/opensearch.ts";
import type { Neighbor } from "#engine/index/vectors.ts";
import { openDistantNearest, type VectorContents } from "./distant-nearest.ts";
import { openSearchSource } from "./source.ts";
import { openViews, type Content, type Contents, type ReadUnits, type Theme } from "./views.ts";

/** The code of an error: the theme is too large for memory, and OpenSearch does not answer. */
export const searchAway = "SEARCH_AWAY";

/** Whether a search failed for that reason; the error may have crossed a thread's border. */
export const isSearchAway = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === searchAway;

export type DistantReader = { place: SearchServer; units: ReadUnits };

type Asked = { theme: Theme; question: string; limit: number; documents: ReadonlySet<number> | null };

/** A call of OpenSearch for a question; a question makes two. */
const patienceMs = 2_000;
/** Words have been found by then, and answer alone if vectors are late. */
const vectorPatienceMs = 500;
/** After a failure, questions don't wait for it again for this long. */
const restMs = 5_000;
/** Segments of contents that the index lacks, of one theme and of all. */
const mostMissing = 32 * 1024 * 1024;
/** Memory that a theme's whole index is taken to need for each byte of its segments: an estimate on the high side, not measured. */
const bytesInMemory = 6;

/** Says that a theme can't be searched now; its code crosses the thread's border. */
export class SearchAwayError extends Error {
  readonly code = searchAway;
}

/**
 * Searches themes whose passages are in OpenSearch. What it lacks of them is read from their segments, so that a document
 * answers from its first moment; while it fails, a theme is searched in memory if that can hold it.
 */
export function openDistantSearch(
  { place, units }: DistantReader,
  words: Contents<Uint8Array>,
  vectors: VectorContents | null,
  {
    documentsOf,
    inMemory,
    mostBytes,
  }: {
    /** The theme's counts, current for its content version. */
    documentsOf(theme: Theme): Promise<DocumentIndex>;
    /** The search of the theme's whole index. */
    inMemory(asked: Asked): Promise<Found>;
    mostBytes: number;
  },
) {
  const search = openOpenSearch(place);
  const views = openViews(units, words, { isHeld: ({ isWritten }) => isWritten, keep: () => null });
  const near = vectors && openDistantNearest(search, units, vectors, vectorPatienceMs);
  const unlessAway = { words: unlessResting(), vectors: unlessResting() };
  let missing = new Map<number, Segment>();

  /** The contents that the index lacks, as a source of passages. */
  async function missingIn(
    companyId: number,
    contentsMissing: readonly Content[],
  ): Promise<PassageSource | null> {
    if (contentsMissing.length === 0) return null;
    const bytes = contentsMissing.reduce((sum, content) => sum + content.bytes, 0);
    if (bytes > mostMissing)
      throw new SearchError("away", "Too many of the theme's documents are not in the index yet.");
    const ids = contentsMissing.map(({ segment }) => segment).filter((segment) => !missing.has(segment));
    if (ids.length > 0)
      for (const { segment, content } of await words.read({ companyId, ids })) {
        const decoded = decodeSegmentOrNull(content);
        if (decoded !== null) missing.set(segment, decoded);
      }
    const known = new Map(
      contentsMissing.flatMap(({ document, segment }) => {
        const content = missing.get(segment);
        return content === undefined ? [] : [[document, content] as const];
      }),
    );
    // those of other themes are read again
    missing = new Map(
      contentsMissing.flatMap(({ segment }) => {
        const content = missing.get(segment);
        return content === undefined ? [] : [[segment, content] as const];
      }),
    );
    return heldPassages(known);
  }

  async function fromIndex({ theme, question, limit, documents }: Asked): Promise<Found> {
    const index = await documentsOf(theme);
    const view = await views.of(theme);
    if (view.index === null) throw new SearchError("away", "No index answers yet.");
    const { index: name, without } = view;
    const part = { index: name, companyId: theme.company_id, themeId: theme.id, without };
    const distant = openSearchSource(search, part, patienceMs);
    const held = await missingIn(theme.company_id, view.missing);
    const source = held === null ? distant : both(distant, held);
    return index.search(question, { limit, ...(documents === null ? {} : { documents }) }, source);
  }

  function unlessResting() {
    let restsUntil = 0;
    /** @returns what was asked for, or why OpenSearch does not tell */
    return async <Result>(ask: () => Promise<Result>): Promise<Result | SearchError> => {
      if (performance.now() < restsUntil) return new SearchError("away", "OpenSearch failed a moment ago.");
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof SearchError)) throw error;
        if (lasting.has(error.fault)) restsUntil = performance.now() + restMs;
        // another index answers now, or none
        if (error.fault === "gone") for (const own of [views, near]) own?.clear();
        return error;
      }
    };
  }

  return {
    async search(asked: Asked): Promise<Found> {
      const failure = await unlessAway.words(() => fromIndex(asked));
      if (!(failure instanceof SearchError)) return failure;
      const { bytes } = await views.of(asked.theme);
      if (bytes * bytesInMemory > mostBytes) throw new SearchAwayError(failure.message);
      return inMemory(asked);
    },
    /** Whether the theme's vectors are in OpenSearch. */
    hasVectors: async (theme: Theme): Promise<boolean> => (await near?.has(theme)) ?? false,
    /** The passages nearest to a vector; null if OpenSearch lacks the theme's vectors, or fails. */
    async nearest(asked: Parameters<NonNullable<typeof near>["nearest"]>[0]): Promise<Neighbor[] | null> {
      const found = await unlessAway.vectors(async () => near?.nearest(asked) ?? null);
      return found instanceof SearchError ? null : found;
    },
    close: () => search.close(),
  };
}

const lasting = new Set<SearchFault>(["away", "busy", "refused", "other"]);

/** Passages of both: a version's are in one of them only. */
function both(one: PassageSource, other: PassageSource): PassageSource {
  const joined = async <Item>(ask: (source: PassageSource) => Promise<Item[]>) =>
    (await Promise.all([ask(one), ask(other)])).flat();
  return {
    best: (wanted) => joined((source) => source.best(wanted)),
    at: (places) => joined((source) => source.at(places)),
    async beginningWith(labels, documents, most) {
      const found = await joined((source) => source.beginningWith(labels, documents, most));
      return found.toSorted((a, b) => a.document - b.document || a.passage - b.passage).slice(0, most);
    },
  };
}
