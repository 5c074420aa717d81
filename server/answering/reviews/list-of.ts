import { ReviewKind, ReviewStatus, ReviewVerdict } from "#contract/answering/reviews.ts";
import type { Interaction } from "#contract/answering/interactions.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { isBlind, refusal } from "./progress.ts";
import { findCase, listReviews } from "./store.ts";
import { turnOf } from "./turn.ts";

/** The readable reviews of an interaction, newest first, its state on the desk, and whose turn it is. */
export async function listReviewsOf(
  ctx: Context,
  interaction: { company_id: number; id: number },
): Promise<Pick<Interaction, "reviews" | "reviewStatus" | "reviewRefusal">> {
  const found = await findCase(ctx, interaction);
  const all = await listReviews(ctx, interaction);
  const reviews = isBlind(found?.status)
    ? all.filter((review) => review.reviewer_id === personOf(ctx).id)
    : all;
  return {
    reviewRefusal: refusal(await turnOf(ctx, interaction.company_id, found?.status ?? null, all)),
    reviewStatus: ReviewStatus.nullable().parse(found?.status ?? null),
    reviews: reviews.map((review) => ({
      kind: ReviewKind.parse(review.kind),
      verdict: ReviewVerdict.parse(review.verdict),
      note: review.note,
      correctedAnswer: review.corrected_answer,
      reviewer: review.name,
      reviewedAt: review.created_at.toISOString(),
    })),
  };
}
