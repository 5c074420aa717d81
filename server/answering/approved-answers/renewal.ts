import type { ChosenCitation, Renewal } from "#contract/answering/approved-answers.ts";
import { differInWords } from "#engine/approved/match.ts";
import { pageOf, type FoundPassage } from "#engine/evidence.ts";
import type { Asking } from "#server/answering/answers/run-in-answer-pool.ts";
import { passagesAt } from "#server/answering/answers/passages-at.ts";
import { presentCited } from "#server/answering/interactions/present.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme, type ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { orNull } from "#server/platform/errors.ts";
import { locate } from "./bind.ts";
import { chosenOf, presentBound } from "./present.ts";
import type { ApprovedRow, CitationRow } from "./shared-store.ts";
import { restatedIn } from "./sentences.ts";
import { passageOnRecord } from "./passage-on-record.ts";
import { nearestToWords, findWords } from "./store.ts";

/** The words of a suspended answer beside those of the versions that answer now; empty for any other. */
export async function renewalsOf(ctx: Context, row: ApprovedRow): Promise<Renewal[]> {
  const theme = row.state === "suspended" ? await orNull(getTheme(ctx, row.theme_id)) : null;
  const renewals: Renewal[] = [];
  if (theme !== null)
    for (const citation of row.citations) renewals.push(await renewalOf(ctx, theme, citation));
  return renewals;
}

/** Whether the documents contain each of its words, or words that mean the same. */
export const canRenew = (renewals: readonly Renewal[]) =>
  renewals.length > 0 && renewals.every(({ isSame, isRestated }) => isSame || isRestated);

/** The words on which it is approved again: the same ones, or those that say the same now. */
export function renewedWords(row: ApprovedRow, renewals: readonly Renewal[]): ChosenCitation[] {
  return chosenOf(row).map((chosen, index) => {
    const { isRestated, after } = renewals[index] ?? { isRestated: false, after: null };
    return isRestated && after !== null ? { ...chosen, quote: after.quote } : chosen;
  });
}

async function renewalOf(ctx: Context, theme: ThemeRow, citation: CitationRow): Promise<Renewal> {
  const { marker, document_id: documentId, quote } = citation;
  const before = presentCited(citation);
  if ((await findWords(ctx, theme, { documentId, quote })) !== null) {
    const after = presentBound({ ...(await locate(ctx, theme, { documentId, quote })), marker });
    return { marker, before, after, isSame: true, isRestated: false };
  }
  const place = await nearestToWords(ctx, theme, { documentId, quote });
  const [passage] = place === null ? [] : await passagesAt(ctx, theme, [place]);
  if (passage === undefined) return { marker, before, after: null, isSame: false, isRestated: false };
  const words = await wordsThatSaySame(ctx, { quote, passage: passageOnRecord(citation) }, passage);
  const shown = words ?? passage.text;
  const after = presentBound({ marker, quote: shown, passage, ...pageOf(passage, shown) });
  return { marker, before, after, isSame: false, isRestated: words !== null };
}

/** Words of a passage that say what the citation says: each side states the other, and no small word differs. */
export async function wordsThatSaySame(
  caller: Asking,
  cited: { quote: string; passage: FoundPassage },
  passage: FoundPassage,
): Promise<string | null> {
  const words = await restatedIn(caller, cited.quote, passage);
  if (words === null || differInWords(cited.quote, words)) return null;
  return (await restatedIn(caller, words, cited.passage)) === null ? null : words;
}
