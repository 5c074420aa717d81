import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import type { InteractionRow } from "#server/answering/interactions/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { invalid } from "#server/platform/errors.ts";
import { bindToSources, bindToWords } from "./bind.ts";
import { addApproved } from "./create.ts";
import { holdTheme } from "./store.ts";
import { listSources } from "./source-store.ts";

type Approved = {
  /** Empty: the recorded answer itself. */
  correctedAnswer: string;
  citations: ChosenCitation[] | undefined;
  otherQuestions: string[] | undefined;
  /** undefined: the question's. */
  tags: SelectedTags | undefined;
  ownerId: number;
  reviewOn: string | null | undefined;
  vouchedFor: boolean;
};

/**
 * Makes an approved answer of a reviewed one. Without citations it rests on those of the answer's sources that state it.
 */
export async function approveReviewed(
  ctx: Context,
  interaction: InteractionRow,
  { correctedAnswer, citations, otherQuestions, tags, ownerId, reviewOn, vouchedFor }: Approved,
): Promise<void> {
  const theme = await getTheme(ctx, interaction.theme_id);
  await holdTheme(ctx, theme);
  const answer = correctedAnswer || interaction.answer;
  if (correctedAnswer === "" && interaction.outcome !== "answered")
    throw invalid("correctedAnswer", "Write the answer that is approved: the recorded one doesn't answer.");
  const bound =
    citations !== undefined
      ? await bindToWords(ctx, theme, { answer, citations, vouchedFor })
      : correctedAnswer === ""
        ? await bindToWords(ctx, theme, { answer, citations: citedIn(interaction), vouchedFor })
        : await bindToSources(ctx, theme, { answer, sources: await listSources(ctx, interaction) });
  await addApproved(ctx, theme, {
    question: interaction.question.replace(/\s+/g, " "),
    otherQuestions: otherQuestions ?? [],
    tags: tags ?? SelectedTags.parse(interaction.selected_tags),
    bound,
    ownerId,
    reviewOn: reviewOn ?? null,
    interactionId: interaction.id,
  });
}

const citedIn = ({ sources }: InteractionRow): ChosenCitation[] =>
  sources.map(({ document_id, quote, passage_text }) => ({
    documentId: document_id,
    quote: quote || passage_text,
  }));
