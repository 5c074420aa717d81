import type { Context } from "#server/kernel/context.ts";

export async function insertInvitation(
  ctx: Context,
  invitation: { company_id: number; user_id: number; invited_by: number; email_sent: boolean },
): Promise<void> {
  await ctx.db
    .insertInto("invitations")
    .values({ ...invitation, created_at: ctx.now })
    .execute();
}

/** @returns the person's last inviter; null if there was none, or the invitation was already accepted */
export async function markAccepted(ctx: Context, userId: number): Promise<number | null> {
  const rows = await ctx.db
    .updateTable("invitations")
    .set({ accepted_at: ctx.now })
    .where("user_id", "=", userId)
    .where("accepted_at", "is", null)
    .returning("invited_by")
    .execute();
  return rows.at(-1)?.invited_by ?? null;
}
