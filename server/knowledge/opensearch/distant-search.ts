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
import { openSearchSource } from "./source.ts";

/** The code of an error: the theme is too large for memory, and OpenSearch does not answer. */
export const searchAway = "SEARCH_AWAY";

/** Whether a search failed for that reason; the error may have crossed a thread's border. */
export const isSearchAway = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === searchAway;

/**
 * `units`: what the answering index has of a theme, or may have while it is written; null if no index answers. A unit is a
 * version with the segment that its records were made from.
 */
export type DistantReader = {
  place: SearchServer;
  units(theme: { companyId: number; themeId: number }): Promise<{
    index: string;
    units: { document: number; segment: number; isWritten: boolean }[];
  } | null>;
};

type Instead = { documentId: number; versionId: number | null };
type Theme = { company_id: number; id: number; content_version: number; instead?: readonly Instead[] };
/** What the database has of themes (`documents/theme-indexes.ts`). */
type Contents = {
  contents(place: { companyId: number; themeId: number; instead: readonly Instead[] }): Promise<Content[]>;
  read(place: { companyId: number; ids: number[] }): Promise<{ segment: number; content: Uint8Array }[]>;
};

type Asked = { theme: Theme; question: string; limit: number; documents: ReadonlySet<number> | null };
type Content = { document: number; segment: number; bytes: number };

/** What the index has of a theme's contents, at one version of them. */
type View = {
  version: string;
  /** null: no index answers. */
  index: string | null;
  /** Versions whose records are of no use. */
  without: number[];
  /** Contents that the index lacks: they are read here. */
  missing: Content[];
  bytes: number;
  at: number;
};

/** A call of OpenSearch for a question; a question makes two. */
const patienceMs = 2_000;
/** After a failure, questions don't wait for it again for this long. */
const restMs = 5_000;
/** What the index lacks is looked up again after this long, as long as it lacks something. */
const viewMs = 1_000;
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
  { contents, read }: Contents,
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
  const views = new Map<string, View>();
  let missing = new Map<number, Segment>();
  let restsUntil = 0;

  async function viewOf(theme: Theme): Promise<View> {
    const instead = theme.instead ?? [];
    const key = `${theme.company_id}/${theme.id}/${instead.map(({ documentId, versionId }) => `${documentId}:${versionId}`).join("/")}`;
    const version = String(theme.content_version);
    const known = views.get(key);
    const isCurrent = known?.version === version;
    const isComplete = known !== undefined && known.index !== null && known.missing.length === 0;
    if (isCurrent && (isComplete || performance.now() - known.at < viewMs)) return known;
    const themeId = theme.id;
    const companyId = theme.company_id;
    const held = await units({ companyId, themeId });
    const own = await contents({ companyId, themeId, instead });
    const written = new Set(
      (held?.units ?? []).filter(({ isWritten }) => isWritten).map(({ segment }) => segment),
    );
    const answering = new Set(
      own.filter(({ segment }) => written.has(segment)).map(({ document }) => document),
    );
    const view = {
      version,
      index: held?.index ?? null,
      without: (held?.units ?? []).flatMap(({ document }) => (answering.has(document) ? [] : [document])),
      missing: own.filter(({ document }) => !answering.has(document)),
      bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      at: performance.now(),
    };
    views.delete(key);
    views.set(key, view);
    for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size - mostViews)))
      views.delete(oldest);
    return view;
  }

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
      for (const { segment, content } of await read({ companyId, ids })) {
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
    const view = await viewOf(theme);
    if (view.index === null) throw new SearchError("away", "No index answers yet.");
    const { index: name, without } = view;
    const part = { index: name, companyId: theme.company_id, themeId: theme.id, without };
    const distant = openSearchSource(search, part, patienceMs);
    const held = await missingIn(theme.company_id, view.missing);
    const source = held === null ? distant : both(distant, held);
    return index.search(question, { limit, ...(documents === null ? {} : { documents }) }, source);
  }

  return {
    async search(asked: Asked): Promise<Found> {
      const failure = await (performance.now() < restsUntil
        ? new SearchError("away", "OpenSearch failed a moment ago.")
        : fromIndex(asked).catch((error: unknown) => {
            if (!(error instanceof SearchError)) throw error;
            if (lasting.has(error.fault)) restsUntil = performance.now() + restMs;
            // another index answers now, or none
            if (error.fault === "gone") views.clear();
            return error;
          }));
      if (!(failure instanceof SearchError)) return failure;
      const { bytes } = await viewOf(asked.theme);
      if (bytes * bytesInMemory > mostBytes) throw new SearchAwayError(failure.message);
      return inMemory(asked);
    },
    close: () => search.close(),
  };
}

const lasting = new Set<SearchFault>(["away", "busy", "refused", "other"]);
const mostViews = 1_000;

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
