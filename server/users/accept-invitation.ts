import type { Person } from "#server/actor.ts";
import type { Context } from "#server/context.ts";
import { notifyPerson } from "#server/notifications/notify.ts";
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
