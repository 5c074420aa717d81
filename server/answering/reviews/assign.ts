import type * as contract from "#contract/answering/reviews.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { notify } from "#server/notices/notifications/notify.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { allow } from "./policy.ts";
import { presentCase } from "./present.ts";
import { maySecond } from "./progress.ts";
import { findCase, getCase, listReviews, lockCase, setCase } from "./store.ts";

/** Assigns a case to an administrator of the company, or to nobody; opens one if there was none. */
export async function assignReview(
  ctx: Context,
  { id, userId }: Input<typeof contract.assignReview>,
): Promise<Result<typeof contract.assignReview>> {
  const interaction = allow(ctx, "review", await getInteraction(ctx, id));
  const reviewer = userId === null ? null : await getUser(ctx, userId);
  if (
    reviewer !== null &&
    (reviewer.role !== "workspace_admin" || reviewer.company_id !== interaction.company_id)
  )
    throw invalid("userId", "Choose an administrator of this company.");
  if (reviewer !== null && !reviewer.is_active) throw invalid("userId", "This person is deactivated.");
  const before = await lockCase(ctx, interaction);
  await setCase(ctx, interaction, { assignee_id: userId });
  ctx.audit({
    action: "review.assign",
    target: { type: "interaction", id },
    company: interaction.company_id,
    before: { assignee: before.assignee_id },
    after: { assignee: userId },
  });
  if (reviewer !== null && reviewer.id !== personOf(ctx).id && reviewer.id !== before.assignee_id) {
    await notify(ctx, [reviewer.id], {
      kind: "review_assigned",
      title: "An answer waits for your review",
      body: interaction.question.slice(0, 200),
      link: `/admin?tab=reviews&case=${id}`,
    });
  }
  return presentCase(await getCase(ctx, interaction));
}

/** Once per case, after a first verdict. */
export async function requestSecondOpinion(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.requestSecondOpinion>> {
  const interaction = allow(ctx, "review", await getInteraction(ctx, id));
  const present = await findCase(ctx, interaction);
  if (present?.status !== "done")
    throw new AppError("conflict", "A second opinion follows a first verdict, and this answer has none yet.");
  await lockCase(ctx, interaction);
  if (!maySecond(await listReviews(ctx, interaction)))
    throw new AppError("conflict", "This answer already has a second opinion.");
  await setCase(ctx, interaction, { status: "second_opinion", assignee_id: null });
  ctx.audit({
    action: "review.second-opinion",
    target: { type: "interaction", id },
    company: interaction.company_id,
  });
  return presentCase(await getCase(ctx, interaction));
}
