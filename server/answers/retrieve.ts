import type { Caller } from "#server/context.ts";
import { nearestByMeaning } from "#server/documents/theme-vectors.ts";
import { fuse } from "#engine/rank/fuse.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import type { Account } from "#server/usage/meter.ts";
import { joinEvidence } from "#engine/evidence.ts";
import type { Retrieved } from "#engine/evidence.ts";
import { loadPassages } from "./passage-store.ts";

const passagesUsed = 10;
/** What words and meaning each bring to the common list. */
const passagesFused = 50;

/**
 * The best passages of the theme for a question that stands alone, narrowed to the versions that carry chosen tags: by its
 * words, and where an encoder answers by its meaning too.
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
  const { hits, matter, ...found } = await indexes.call("search", { theme, question, ...narrowed });
  const also = hits.map(({ document, passage }) => ({ document, passage }));
  const neighbours = await nearestByMeaning(caller, account, theme, matter, { ...narrowed, also, signal });
  const best = fuse(hits, neighbours ?? [], passagesUsed);
  const passages = await caller.transact((ctx) => loadPassages(ctx, theme, best));
  return { evidence: joinEvidence(best, passages), ...found };
}
