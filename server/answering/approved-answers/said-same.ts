import type * as contract from "#contract/answering/approved-answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf } from "#server/kernel/context.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "./policy.ts";
import { presentApproved } from "./present.ts";
import { getApproved } from "./shared-store.ts";
import { getAskedAndApproved, setSaidSame, setToldApart } from "./ways-store.ts";

/** The asker's word decides nothing: it proposes a way of asking to whoever looks after the approved answer. */
export async function saySame(
  ctx: Context,
  { interactionId, approvedId, isSame }: Input<typeof contract.saySame>,
): Promise<{ success: true }> {
  const asked = await getAskedAndApproved(ctx, interactionId, approvedId);
  if (asked.user_id !== personOf(ctx).id)
    throw new AppError("forbidden", "Only the person who asked says what answers the question.");
  if (!(await setSaidSame(ctx, asked, isSame)))
    throw new AppError("conflict", "This approved answer isn't shown beside yours, so nothing was noted.");
  ctx.audit({
    action: "answer.say-same",
    target: { type: "interaction", id: interactionId },
    company: asked.company_id,
    after: { approvedId, isSame },
  });
  return { success: true };
}

export async function tellApart(
  ctx: Context,
  { id, question }: Input<typeof contract.tellApart>,
): Promise<Result<typeof contract.tellApart>> {
  const row = await getApproved(ctx, id);
  const approved = { ...row, ...allow(ctx, "edit", row) };
  if ((await setToldApart(ctx, approved, question)) === 0)
    throw new AppError("conflict", "Nobody says any more that this question has the same answer.");
  ctx.audit({
    action: "approved-answer.tell-apart",
    target: { type: "approved-answer", id },
    company: row.company_id,
    after: { question },
  });
  return presentApproved(await getApproved(ctx, id));
}
