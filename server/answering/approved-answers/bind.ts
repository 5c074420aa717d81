import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import type { CheckedClaim } from "#engine/draft.ts";
import { asEvidence, pageOf, type Evidence } from "#engine/evidence.ts";
import { locateWords } from "#engine/text/locate-words.ts";
import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { checkSentences, statedBy } from "./sentences.ts";
import { passagesAt } from "#server/answering/answers/passages-at.ts";
import { isDocumentOf, findWords, type Bound } from "./store.ts";

/** An answer whose sentences have their marks, each with a verdict, and the citations behind the marks. */
export type BoundAnswer = { answer: string; claims: CheckedClaim[]; citations: Bound[] };

/**
 * Binds an answer to words of the versions that answer now. A sentence without a mark is given that of the citation that
 * states it.
 * @throws AppError invalid if words don't stand, a mark has no citation, a sentence has no mark, or nobody vouches for one
 * whose words seem to say otherwise
 */
export async function bindToWords(
  ctx: Context,
  theme: ThemeRow,
  {
    answer,
    citations,
    vouchedFor,
  }: { answer: string; citations: readonly ChosenCitation[]; vouchedFor: boolean },
): Promise<BoundAnswer> {
  const bound: Bound[] = [];
  for (const [place, chosen] of citations.entries())
    bound.push({ ...(await locate(ctx, theme, chosen)), marker: place + 1 });
  const written = await checkSentences(ctx, answer, bound.map(evidenceOf), vouchedFor);
  const used = new Set(written.claims.flatMap(({ markers }) => markers));
  const idle = bound.find(({ marker }) => !used.has(marker));
  if (idle !== undefined)
    throw invalid(
      "citations",
      `No sentence rests on “${beginning(idle.quote)}”. Give one the mark [${idle.marker}], or leave this citation out.`,
    );
  return { ...written, citations: bound };
}

/**
 * Binds an answer to those of the sources that state it, by the check of claims.
 * @throws AppError invalid if no source states a sentence
 */
export async function bindToSources(
  ctx: Context,
  theme: ThemeRow,
  { answer, sources }: { answer: string; sources: readonly Evidence[] },
): Promise<BoundAnswer> {
  const { text, citations } = await statedBy(ctx, answer, sources);
  return bindToWords(ctx, theme, { answer: text, citations, vouchedFor: false });
}

/** The passage that holds the chosen words. */
export async function locate(
  ctx: Context,
  theme: ThemeRow,
  chosen: ChosenCitation,
): Promise<Omit<Bound, "marker">> {
  const place = await findWords(ctx, theme, chosen);
  if (place === null) {
    if (!(await isDocumentOf(ctx, theme, chosen.documentId)))
      throw invalid("citations", "The theme has no such document. Choose one of its documents.");
    throw invalid(
      "citations",
      `The words “${beginning(chosen.quote)}” don't stand in one passage of the document as it answers now. Choose them on its page.`,
    );
  }
  const [passage] = await passagesAt(ctx, theme, [place]);
  if (passage === undefined) throw notFound();
  const words = locateWords(passage.text, chosen.quote);
  const quote = words === null ? passage.text : passage.text.slice(words.start, words.end);
  return { quote, passage, ...pageOf(passage, quote) };
}

/** A citation as a passage for the check of claims; it is named by its mark. */
const evidenceOf = ({ marker, passage }: Bound): Evidence => asEvidence(passage, marker);

export const beginning = (words: string) => {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 80).toWellFormed().trimEnd()} …`;
};
