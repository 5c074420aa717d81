import { z } from "zod";
import {
  createVectorIndex,
  nearestOf,
  toBytes,
  type Compared,
  type Neighbor,
  type PassageRef,
  type VectorBlock,
} from "#engine/index/vectors.ts";
import type { OpenSearch } from "#server/platform/opensearch.ts";
import { idOf, vectorField } from "./records.ts";
import { within } from "./source.ts";
import { openViews, type Content, type Contents, type ReadUnits, type Theme, type Unit } from "./views.ts";

type Asked = {
  theme: Theme;
  vector: Float32Array;
  limit: number;
  documents: ReadonlySet<number> | null;
  also: readonly PassageRef[];
};

/** The versions of a theme whose vectors the index has, and how many passages they and those before them have. */
type Held = { documents: Uint32Array; upTo: Float64Array };

const Searched = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number() })) }),
});

/** So many are looked at in the graph at least: fewer miss some of the nearest. */
const leastLookedAt = 200;
/** Their mean and deviation stand for the theme's: within some 3 % of a deviation. */
const sampled = 1_000;
/** Vectors of contents that the index lacks. */
const mostMissing = 32 * 1024 * 1024;

/** The vectors of one encoder. */
export type VectorContents = Contents<VectorBlock> & { encoder: string };

/**
 * Finds passages by their vectors in OpenSearch. What it lacks of a theme is compared here.
 * @param patienceMs of each call
 */
export function openDistantNearest(
  search: OpenSearch,
  units: ReadUnits,
  { contents, read, encoder }: VectorContents,
  patienceMs: number,
) {
  const views = openViews(units, { contents }, { isHeld, keep });

  async function viewOf(theme: Theme) {
    const view = await views.of(theme);
    const missing = view.missing.reduce((sum, { bytes }) => sum + bytes, 0);
    return view.index === null || view.kept.documents.length === 0 || missing > mostMissing ? null : view;
  }

  return {
    /** Whether the index has the theme's vectors, but for what is compared here. */
    has: async (theme: Theme): Promise<boolean> => (await viewOf(theme)) !== null,

    /**
     * The nearest passages, best first, followed by those of `also`; null if the index lacks the theme's vectors.
     * Rejects with a SearchError.
     */
    async nearest({ theme, vector, limit, documents, also }: Asked): Promise<Neighbor[] | null> {
      const view = await viewOf(theme);
      if (view === null) return null;
      const field = vectorField(encoder, vector.length);
      const part = { companyId: theme.company_id, themeId: theme.id, without: view.without };
      const { filter, must_not } = within(part, documents);
      const ask = async (most: number, ids: string[] | null) => {
        const own = ids === null ? filter : [...filter, { ids: { values: ids } }];
        const lookedAt = ids === null ? Math.max(most, leastLookedAt) : most;
        const knn = {
          vector: [...toBytes(vector)],
          k: lookedAt,
          filter: { bool: { filter: own, must_not } },
        };
        const body = {
          size: most,
          track_total_hits: false,
          _source: false,
          query: { knn: { [field]: knn } },
        };
        const path = `/${view.index}/_search?routing=${theme.company_id}&allow_partial_search_results=false&request_cache=false`;
        const { hits } = Searched.parse(await search.call("POST", path, { body, patienceMs })).hits;
        return new Map(hits.map(({ _id, _score }) => [_id, 2 * _score - 1]));
      };
      const { ids: sample, passages } = sampleOf(view.kept, documents);
      const others = also.map(({ document, passage }) => idOf(document, passage));
      const known = [...new Set([...sample, ...others])];
      const [nearest, similarities, missing] = await Promise.all([
        passages === 0 ? new Map<string, number>() : ask(limit, null),
        known.length === 0 ? new Map<string, number>() : ask(known.length, known),
        compareMissing(theme.company_id, view.missing, { vector, limit, documents, also }),
      ]);
      const near = [...nearest, ...others.map((id) => [id, similarities.get(id)] as const)].flatMap(
        ([id, similarity]) => (similarity === undefined ? [] : [{ ...placeOf(id), similarity }]),
      );
      const own = sample.flatMap((id) => similarities.get(id) ?? []);
      const scale = own.length === 0 ? 0 : passages / own.length;
      const held: Compared = {
        near,
        count: own.length * scale,
        sum: own.reduce((sum, one) => sum + one, 0) * scale,
        squares: own.reduce((sum, one) => sum + one * one, 0) * scale,
      };
      return nearestOf([held, missing], limit, also);
    },

    clear: () => views.clear(),
  };

  async function compareMissing(
    companyId: number,
    missing: readonly { segment: number; document: number }[],
    { vector, limit, documents, also }: Omit<Asked, "theme">,
  ): Promise<Compared> {
    const index = createVectorIndex();
    const documentOf = new Map(missing.map(({ segment, document }) => [segment, document]));
    if (missing.length > 0)
      for (const { segment, content } of await read({ companyId, ids: [...documentOf.keys()] }))
        for (const _ of index.addInSteps(documentOf.get(segment) ?? 0, content));
    return index.compare(vector, { limit, also, documents: documents ?? undefined });
  }
}

const isHeld = ({ isWritten, vectors }: Unit, { digest }: Content) =>
  isWritten && vectors !== null && vectors === digest;

function keep(answering: Unit[]): Held {
  let sum = 0;
  return {
    documents: Uint32Array.from(answering, ({ document }) => document),
    upTo: Float64Array.from(answering, ({ passages }) => (sum += passages)),
  };
}

/** Ids of passages spread evenly over the searched versions, and how many passages these have. */
function sampleOf(
  { documents, upTo }: Held,
  chosen: ReadonlySet<number> | null,
): { ids: string[]; passages: number } {
  const parts = Array.from(documents, (document, place) => ({
    document,
    passages: (upTo[place] ?? 0) - (upTo[place - 1] ?? 0),
  })).filter(({ document }) => chosen?.has(document) ?? true);
  const passages = parts.reduce((sum, part) => sum + part.passages, 0);
  const step = Math.max(1, passages / sampled);
  const ids: string[] = [];
  let before = 0;
  let next = step / 2;
  for (const part of parts) {
    for (; next < before + part.passages; next += step)
      ids.push(idOf(part.document, Math.floor(next - before)));
    before += part.passages;
  }
  return { ids, passages };
}

function placeOf(id: string): PassageRef {
  const [document = 0, passage = 0] = id.split(".").map(Number);
  return { document, passage };
}
