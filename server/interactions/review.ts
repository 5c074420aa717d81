import { ReviewVerdict } from "#contract/interactions.ts";
import type * as contract from "#contract/interactions.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { Role } from "#contract/permissions.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { allow } from "./policy.ts";
import { presentEntry } from "./present.ts";
import { getInteraction as findInteraction, insertReview, latestFeedback, listReviews } from "./store.ts";
import type { InteractionRow } from "./store.ts";

export async function getInteraction(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getInteraction>> {
  return presentWhole(ctx, await findInteraction(ctx, id));
}

/** A verdict and a note, kept apart from the rating; every one stays, the newest counts. */
export async function reviewInteraction(
  ctx: Context,
  input: Input<typeof contract.reviewInteraction>,
): Promise<Result<typeof contract.reviewInteraction>> {
  const interaction = allow(ctx, "review", await findInteraction(ctx, input.id));
  await insertReview(ctx, interaction, { verdict: input.verdict, note: input.note });
  ctx.audit({
    action: "answer.review",
    target: { type: "interaction", id: interaction.id },
    company: interaction.company_id,
    after: { verdict: input.verdict, note: input.note },
  });
  if (input.verdict !== "correct" && interaction.user_id !== personOf(ctx).id) {
    await notify(ctx, [interaction.user_id], {
      kind: "answer_corrected",
      title: "An answer you received was corrected",
      body: interaction.question.slice(0, 200),
      link: `/agent-workbench?interaction=${interaction.id}`,
    });
  }
  return presentWhole(ctx, interaction);
}

async function presentWhole(
  ctx: Context,
  row: InteractionRow,
): Promise<Result<typeof contract.getInteraction>> {
  const reviews = await listReviews(ctx, row);
  return {
    ...presentEntry(row),
    user: { id: row.user_id, email: row.user_email, name: row.user_name, role: Role.parse(row.user_role) },
    model: row.model,
    feedback: await latestFeedback(ctx, row),
    reviews: reviews.map((review) => ({
      verdict: ReviewVerdict.parse(review.verdict),
      note: review.note,
      reviewer: review.name,
      reviewedAt: review.created_at,
    })),
  };
}
