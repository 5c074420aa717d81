import type { reviewInteraction as contract } from "#contract/answering/interactions.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { approveReviewed } from "#server/answering/approved-answers/approve-review.ts";
import { releaseExperts } from "#server/answering/approved-answers/close-declined.ts";
import { ownerOf } from "#server/answering/approved-answers/owner.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { notify, notifyPerson } from "#server/notices/notifications/notify.ts";
import { listAdminIds } from "#server/notices/notifications/shared-store.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { emit } from "#server/notices/webhooks/emit.ts";
import { allow, type ReviewedInteraction } from "./policy.ts";
import { getReviewedInteraction } from "./reviewed-interaction.ts";
import { progress } from "./progress.ts";
import { insertReview, listReviews, lockCase, setCase } from "./store.ts";
import { turnOf } from "./turn.ts";

/**
 * A verdict on an answer. Every verdict stays on record; the case determines which one counts. The recorded answer
 * never changes: the correction is stored next to it.
 */
export async function reviewInteraction(
  ctx: Context,
  {
    id,
    secondOpinion,
    approve,
    citations,
    otherQuestions,
    tags,
    ownerId,
    reviewOn,
    vouchedFor,
    ...given
  }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const recorded = await getInteraction(ctx, id);
  const interaction = allow(ctx, "review", recorded);
  const owner =
    ownerId === undefined ? personOf(ctx).id : await ownerOf(ctx, interaction.company_id, ownerId);
  const before = await lockCase(ctx, interaction);
  const reviews = await listReviews(ctx, interaction);
  const own = reviews.find((review) => review.reviewer_id === personOf(ctx).id);
  const verdict = given.verdict ?? ReviewVerdict.safeParse(own?.verdict).data;
  if (verdict === undefined) throw invalid("verdict", "Choose a verdict.");
  const note = given.note ?? own?.note ?? "";
  const correctedAnswer = given.correctedAnswer ?? own?.corrected_answer ?? "";
  const turn = await turnOf(ctx, interaction.company_id, before.status, reviews);
  const step = progress({ ...turn, verdict, secondOpinion });
  if ("refused" in step) throw new AppError("conflict", step.refused);
  await insertReview(ctx, interaction, {
    kind: step.kind,
    verdict,
    note,
    corrected_answer: verdict === "correct" ? "" : correctedAnswer,
    agrees: step.agrees,
  });
  await setCase(
    ctx,
    interaction,
    step.isDone
      ? { status: step.status, verdict, closed_at: ctx.now }
      : // someone else gives the next review
        { status: step.status, assignee_id: null },
  );
  ctx.audit({
    action: "answer.review",
    target: { type: "interaction", id: interaction.id },
    company: interaction.company_id,
    before: { verdict: before.verdict, status: before.status },
    after: { verdict, note, correctedAnswer, kind: step.kind, status: step.status },
  });
  if (approve === true) {
    if (!step.isDone)
      throw new AppError("conflict", "This verdict isn't final. Approve the answer once it is.");
    await approveReviewed(ctx, recorded, {
      correctedAnswer: verdict === "correct" ? "" : requireText(correctedAnswer),
      citations,
      otherQuestions,
      ...{ tags, ownerId: owner, reviewOn, vouchedFor },
    });
  }
  if (step.status === "disagreement") {
    const tookPart = new Set([...reviews.map((review) => review.reviewer_id), personOf(ctx).id]);
    const admins = await listAdminIds(ctx, interaction.company_id);
    await notify(
      ctx,
      admins.filter((admin) => !tookPart.has(admin)),
      {
        kind: "review_assigned",
        title: "Two reviewers disagree about an answer",
        body: interaction.question.slice(0, 200),
        link: `/admin?tab=reviews&case=${interaction.id}`,
      },
    );
  }
  if (step.isDone) await releaseExperts(ctx, interaction.company_id, [interaction.id]);
  if (step.isDone && verdict !== "correct") {
    await notifyAsker(ctx, interaction, correctedAnswer !== "");
    await emit(ctx, interaction.company_id, {
      type: "answer.corrected",
      data: {
        interactionId: interaction.id,
        themeId: interaction.theme_id,
        verdict,
        link: `/admin?tab=reviews&case=${interaction.id}`,
      },
    });
  }
  return getReviewedInteraction(ctx, { id });
}

function requireText(correctedAnswer: string): string {
  if (correctedAnswer !== "") return correctedAnswer;
  throw invalid("correctedAnswer", "Write the corrected answer that is approved.");
}

async function notifyAsker(
  ctx: Context,
  interaction: Allowed<ReviewedInteraction, "review">,
  isCorrected: boolean,
): Promise<void> {
  if (interaction.user_id === personOf(ctx).id) return;
  await notifyPerson(ctx, interaction.user_id, {
    kind: "answer_corrected",
    title: isCorrected ? "An answer you received was corrected" : "An answer you received was reviewed",
    body: interaction.question.slice(0, 200),
    link: `/agent-workbench?interaction=${interaction.id}`,
  });
}
