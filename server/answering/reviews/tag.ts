import { mostReviewTags, type tagInteraction as contract } from "#contract/answering/interactions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { allow } from "./policy.ts";
import { changeTags } from "./store.ts";

/** Words by which reviewers find an answer again; the asker doesn't see them. */
export async function tagInteraction(
  ctx: Context,
  { id, add, remove }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const before = await getInteraction(ctx, id);
  await changeTags(ctx, allow(ctx, "review", before), { add, remove });
  const { review_tags: reviewTags } = await getInteraction(ctx, id);
  if (reviewTags.length > mostReviewTags)
    throw invalid("add", `An answer has at most ${mostReviewTags} tags.`);
  const changed = reviewTags.join("\n") !== before.review_tags.join("\n");
  if (changed)
    ctx.audit({
      action: "interaction.tag",
      target: { type: "interaction", id },
      company: before.company_id,
      before: { tags: before.review_tags },
      after: { tags: reviewTags },
    });
  return { reviewTags, changed };
}
