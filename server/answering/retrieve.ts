import type { Caller } from "#server/context.ts";
import { nearestByMeaning } from "#server/documents/theme-vectors.ts";
import { fuse } from "#server/retrieval/fuse.ts";
import type { Found } from "#server/retrieval/theme-index.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import type { Account } from "#server/usage/meter.ts";
import { joinEvidence } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import { loadPassages } from "./passage-store.ts";

const passagesUsed = 10;
/** What words and meaning each bring to the common list. */
const passagesFused = 50;

/** Evidence for a question, and what tells how much of it is chance. */
export type Retrieved = { evidence: Evidence[] } & Omit<Found, "hits">;

/**
 * The best passages of the theme for a question that stands alone, narrowed to the versions that carry chosen tags: by its
 * words, and where an embedding model answers by its meaning too.
 */
export async function retrieve(
  caller: Caller,
  account: Account,
  theme: ThemeRow,
  question: string,
  versions: ReadonlySet<number> | null,
  signal: AbortSignal,
): Promise<Retrieved> {
  const { indexes } = caller.services;
  const narrowed = { limit: passagesFused, documents: versions };
  const { hits, ...found } = await indexes.call("search", { theme, question, ...narrowed });
  const also = hits.map(({ document, passage }) => ({ document, passage }));
  const neighbours = await nearestByMeaning(caller, account, theme, question, { ...narrowed, also, signal });
  const best = fuse(hits, neighbours ?? [], passagesUsed);
  const passages = await caller.transact((ctx) => loadPassages(ctx, theme, best));
  return { evidence: joinEvidence(best, passages), ...found };
}
