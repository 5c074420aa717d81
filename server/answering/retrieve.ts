import type { Caller } from "#server/context.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import { joinEvidence } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import { loadPassages } from "./store.ts";

const passagesUsed = 10;

/** The best passages of the theme for a question that stands alone, narrowed to the versions that carry chosen tags. */
export async function retrieve(
  caller: Caller,
  theme: ThemeRow,
  question: string,
  versions: ReadonlySet<number> | null,
): Promise<Evidence[]> {
  const index = await caller.services.indexes.get(theme);
  const hits = index.search(question, {
    limit: passagesUsed,
    ...(versions === null ? {} : { documents: versions }),
  });
  const passages = await caller.transact((ctx) => loadPassages(ctx, theme, hits));
  return joinEvidence(hits, passages);
}
