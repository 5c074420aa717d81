import type { Role } from "#contract/permissions.ts";
import type { Context } from "#server/context.ts";
import { endOpenStreams, endSessions } from "#server/sessions/shared-store.ts";
import { emailExists, insertUser, setMemberships, setRole } from "./store.ts";
import { findUser } from "./shared-store.ts";

/** What an identity provider's groups make of a person here. */
export type Place = { role: Exclude<Role, "super_admin">; workspaceIds: number[] };

/**
 * An account for a person whom the company's identity provider vouches for. It has no password: a reset by email makes one.
 * @returns null when the address signs in to another account already
 */
export async function createFromProvider(
  ctx: Context,
  person: { companyId: number; email: string; firstName: string; lastName: string } & Place,
): Promise<number | null> {
  if (await emailExists(ctx, person.email)) return null;
  const id = await insertUser(ctx, {
    company_id: person.companyId,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    password_hash: "",
    must_change_password: false,
  });
  await setMemberships(ctx, { id, company_id: person.companyId }, person.workspaceIds);
  ctx.audit({
    action: "user.create-by-sign-on",
    target: { type: "user", id },
    company: person.companyId,
    after: { email: person.email, role: person.role, workspaceIds: person.workspaceIds },
  });
  return id;
}

/** Role and workspaces as the provider's groups have them now. A changed role ends the sessions that had the other one. */
export async function followProvider(ctx: Context, userId: number, place: Place): Promise<void> {
  const user = await findUser(ctx, userId);
  // who examines comes from outside, and groups of the company make nothing else of them
  if (user.company_id === null || !["agent", "workspace_admin"].includes(user.role)) return;
  const before = user.workspaces.map(({ id }) => id);
  const moves =
    before.length !== place.workspaceIds.length || place.workspaceIds.some((id) => !before.includes(id));
  const changesRole = user.role !== place.role;
  if (!moves && !changesRole) return;
  if (changesRole) {
    await setRole(ctx, userId, place.role);
    await endSessions(ctx, userId, { keep: null });
  }
  if (moves) {
    await setMemberships(ctx, { id: userId, company_id: user.company_id }, place.workspaceIds);
    await endOpenStreams(ctx, userId);
  }
  ctx.audit({
    action: "user.follow-groups",
    target: { type: "user", id: userId },
    company: user.company_id,
    before: { role: user.role, workspaceIds: before },
    after: place,
  });
}
