import { ReviewKind, ReviewStatus, ReviewVerdict } from "#contract/reviews.ts";
import type { Interaction } from "#contract/interactions.ts";
import type { Context } from "#server/context.ts";
import { findCase, listReviews } from "./store.ts";

/** What reviewers said of an interaction, newest first, and where it stands on the desk. */
export async function listReviewsOf(
  ctx: Context,
  interaction: { company_id: number; id: number },
): Promise<Pick<Interaction, "reviews" | "reviewStatus">> {
  const found = await findCase(ctx, interaction);
  const reviews = await listReviews(ctx, interaction);
  return {
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
