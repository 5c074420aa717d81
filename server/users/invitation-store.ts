import type { Context } from "#server/context.ts";
import type { Person } from "#server/actor.ts";
import { notifyPerson } from "#server/notifications/notify.ts";

export async function insertInvitation(
  ctx: Context,
  invitation: { company_id: number; user_id: number; invited_by: number; email_sent: boolean },
): Promise<void> {
  await ctx.db
    .insertInto("invitations")
    .values({ ...invitation, created_at: ctx.now })
    .execute();
}

/** Whoever invited hears that the person has arrived. */
export async function acceptInvitation(ctx: Context, person: Person): Promise<void> {
  const rows = await ctx.db
    .updateTable("invitations")
    .set({ accepted_at: ctx.now })
    .where("user_id", "=", person.id)
    .where("accepted_at", "is", null)
    .returning(["invited_by", "company_id"])
    .execute();
  const inviter = rows.at(-1)?.invited_by;
  if (inviter == null) return;
  await notifyPerson(ctx, inviter, {
    kind: "invitation_accepted",
    title: `${person.name || person.email} has joined`,
    body: "The invitation was accepted and a password was set.",
    link: "/admin",
  });
}
