import type { Person } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";
import { notifyPerson } from "#server/notices/notifications/notify.ts";
import { markAccepted } from "./invitation-store.ts";

/** Notifies the inviter that the person has joined. */
export async function acceptInvitation(ctx: Context, person: Person): Promise<void> {
  const inviter = await markAccepted(ctx, person.id);
  if (inviter === null) return;
  await notifyPerson(ctx, inviter, {
    kind: "invitation_accepted",
    title: `${person.name || person.email} has joined`,
    body: "The invitation was accepted and a password was set.",
    link: "/admin",
  });
}
