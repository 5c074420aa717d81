import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { isSearchAway } from "#server/knowledge/opensearch/distant-search.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError, unavailable } from "#server/platform/errors.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { nearestByMeaning } from "#server/knowledge/documents/theme-vectors.ts";
import { renewUnreadable } from "#server/knowledge/documents/renewals.ts";
import { fuse, orderByUnits, passagesOrdered } from "#engine/fuse.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { Account } from "#server/models/usage/meter.ts";
import { joinEvidence, type Evidence, type Retrieved } from "#engine/evidence.ts";
import { loadPassages } from "./passage-store.ts";

const passagesUsed = 10;
/**
 * Further passages for a model: in a review of questions, the best 30 contained everything needed for 94 to 98% of them, the best ten for 85%.
 */
const passagesForModel = 30;
/** Number of candidates from words and from meaning in the common list. */
const passagesFused = 50;

/** How long an unreachable search engine is left alone to recover. */
const retrySeconds = 10;

/** A theme too large for memory can't be searched while the search engine is away. */
async function orAway<T>(search: Promise<T>): Promise<T> {
  try {
    return await search;
  } catch (error) {
    if (!isSearchAway(error)) throw error;
    throw new AppError("unavailable", "The documents can't be searched for the moment. Ask again shortly.", {
      retryAfterSeconds: retrySeconds,
      cause: error,
    });
  }
}

/**
 * `further`: the passages after the evidence, for models that read more. `encoder`: the name of the one that took part; null
 * if words alone searched.
 */
export type RetrievedWithMore = Retrieved & { further: Evidence[]; encoder: string | null };

/**
 * The best passages of the theme for a standalone question, limited to versions with chosen tags: by its words and, with an
 * encoder, also by its meaning. A model that writes `readsMore`.
 */
export async function retrieve(
  caller: Caller,
  account: Account,
  theme: ThemeRow,
  question: string,
  { versions, readsMore }: { versions: ReadonlySet<number> | null; readsMore: boolean },
  signal: AbortSignal,
): Promise<RetrievedWithMore> {
  const narrowed = { limit: passagesFused, documents: versions };
  const search = themeIndexes.of(caller.services).call("search", { theme, question, ...narrowed });
  const { hits, topic, ...found } = await onDeadline(orAway(search), (cause) => {
    throw unavailable("The search was interrupted before it found anything. Ask again.", cause);
  });
  if (found.unreadable.length > 0) await caller.transact((ctx) => renewUnreadable(ctx, found.unreadable));
  const also = hits.map(({ document, passage }) => ({ document, passage }));
  const { language, passages: searched } = found;
  const asked = { topic, question, also, language, passages: searched, signal };
  const nearest = await nearestByMeaning(caller, account, theme, { ...narrowed, ...asked });
  const best = fuse(hits, nearest?.neighbors ?? [], {
    limit: readsMore ? passagesForModel : nearest === null ? passagesUsed : passagesOrdered,
    passages: searched,
  });
  const { passages, units } = await caller.transact(async (ctx) => ({
    passages: await loadPassages(ctx, theme, best),
    units: (await nearest?.unitsOf(ctx, best.slice(0, passagesOrdered))) ?? [],
  }));
  const near = new Map(units.map((own) => [`${own.document}/${own.passage}`, own.near]));
  const evidence = joinEvidence(best, passages).map((item) => {
    const own = near.get(`${item.versionId}/${item.ordinal}`);
    return own === undefined ? item : { ...item, near: own };
  });
  const ordered = [...orderByUnits(evidence.slice(0, passagesOrdered)), ...evidence.slice(passagesOrdered)];
  return {
    evidence: ordered.slice(0, passagesUsed),
    further: ordered.slice(passagesUsed),
    encoder: nearest?.encoder ?? null,
    ...found,
  };
}
