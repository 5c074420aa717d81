import type * as contract from "#contract/answering/questionnaires.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import { allow } from "./policy.ts";
import { presentQuestions } from "./present.ts";
import { getQuestion, setReview } from "./question-store.ts";
import { holdRow } from "./store.ts";

export async function reviewQuestionnaire(
  ctx: Context,
  { id, ordinal, review, answer }: Input<typeof contract.reviewQuestionnaire>,
): Promise<Result<typeof contract.reviewQuestionnaire>> {
  const row = allow(ctx, "review", await holdRow(ctx, id));
  const before = await getQuestion(ctx, row, ordinal);
  if (before.same_as !== null)
    throw new AppError("conflict", `This question repeats question ${before.same_as}. Review that one.`);
  if (review === "edited" && !answer) throw invalid("answer", "Type the answer.");
  if (review === "accepted" && before.outcome !== "answered" && before.outcome !== "abstained")
    throw new AppError("conflict", "This question has no answer yet.");
  await setReview(ctx, row, ordinal, { review, answer: review === "edited" ? (answer ?? "") : null });
  ctx.audit({
    action: "questionnaire.review",
    target: { type: "questionnaire", id },
    company: row.company_id,
    before: { review: before.review },
    after: { question: ordinal, review, interactionId: before.interaction_id },
  });
  const [question] = await presentQuestions(ctx, row, [await getQuestion(ctx, row, ordinal)]);
  if (question === undefined) throw notFound();
  return question;
}
