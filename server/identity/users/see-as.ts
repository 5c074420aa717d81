import type { Person } from "#server/kernel/actor.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allowSight, whyUnseen, type WhyUnseen } from "./policy.ts";
import { findUser, getUser, type UserRow } from "./shared-store.ts";
import { personWithoutSession } from "./without-session.ts";

/**
 * The person as an actor, for an administrator who may see what they see. It has no session.
 * @throws AppError forbidden for somebody of another workspace or with more rights; conflict for a deactivated person
 */
export async function personToSeeAs(ctx: Context, id: number): Promise<Person> {
  const user = await getUser(ctx, id);
  const isWithin = await workspacesOfCaller(ctx);
  allowSight(ctx, "see-as", { ...user, is_within: isWithin(user) });
  const person = personWithoutSession(user);
  if (!user.is_active)
    throw new AppError(
      "conflict",
      `${person.name} is deactivated and can't ask anything. Activate the account to see what it would see.`,
    );
  return person;
}

/** Why the caller may not see what each of these people sees; null where they may. */
export async function sightOf(ctx: Context): Promise<(user: UserRow) => WhyUnseen | null> {
  const isWithin = await workspacesOfCaller(ctx);
  return (user) => whyUnseen(ctx, { ...user, is_within: isWithin(user) });
}

/** Whether a person belongs to one of the caller's workspaces; a super admin manages all. */
async function workspacesOfCaller(ctx: Context): Promise<(user: UserRow) => boolean> {
  if (may(ctx, "company:choose")) return () => true;
  const { workspaces } = await findUser(ctx, personOf(ctx).id);
  const own = new Set(workspaces.map(({ id }) => id));
  return (user) => user.workspaces.some(({ id }) => own.has(id));
}
