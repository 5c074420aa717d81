import { z } from "zod";
import { RatingReason } from "#contract/answering/answers.ts";
import { RemovedSentence, type getInteraction as contract } from "#contract/answering/interactions.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import type { Context } from "#server/kernel/context.ts";
import { listReviewsOf } from "./list-of.ts";
import { presentEntry, presentFiles, presentModelCall } from "#server/answering/interactions/present.ts";
import { getInteraction, latestComments } from "#server/answering/interactions/shared-store.ts";

/** One interaction as it was, with everything later said about it. */
export async function getReviewedInteraction(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract>> {
  const row = await getInteraction(ctx, id);
  const comment = (await latestComments(ctx, [row.id])).get(row.id);
  return {
    ...presentEntry(row),
    companyName: row.company_name,
    files: presentFiles(row),
    user: { id: row.user_id, email: row.user_email, name: row.user_name, role: Role.parse(row.user_role) },
    endUser: row.end_user,
    askedThrough: row.asked_through,
    model: row.model,
    modelCall: presentModelCall(row),
    removed: z.array(RemovedSentence).parse(row.removed_sentences),
    ratingReason: RatingReason.nullable().parse(comment?.reason ?? null),
    feedback: comment?.feedback ?? null,
    reviewTags: row.review_tags,
    ...(await listReviewsOf(ctx, row)),
  };
}
