import { ReviewKind, ReviewStatus, ReviewVerdict } from "#contract/answering/reviews.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { listAdminIds } from "#server/notices/notifications/shared-store.ts";
import type { Turn } from "./progress.ts";
import type { listReviews } from "./store.ts";

/**
 * The state of a case for the caller.
 * @param status as stored; null if there is no case yet
 * @param newestFirst all reviews, as the store lists them
 */
export async function turnOf(
  ctx: Context,
  companyId: number,
  status: string | null,
  newestFirst: Awaited<ReturnType<typeof listReviews>>,
): Promise<Turn> {
  return {
    status: ReviewStatus.parse(status ?? "open"),
    reviews: newestFirst.toReversed().map((review) => ({
      kind: ReviewKind.parse(review.kind),
      reviewerId: review.reviewer_id,
      verdict: ReviewVerdict.parse(review.verdict),
    })),
    reviewerId: personOf(ctx).id,
    reviewers: (await listAdminIds(ctx, companyId)).length,
  };
}
