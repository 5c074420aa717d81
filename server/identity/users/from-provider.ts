import type { Role } from "#contract/kernel/permissions.ts";
import type { Context } from "#server/kernel/context.ts";
import { endOpenStreams, endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { emailExists, insertUser, replaceMemberships, setMemberships, setRole } from "./store.ts";
import { listUsersById } from "./shared-store.ts";

/** The effect of an identity provider's groups on a person here. */
export type Assignment = { role: Exclude<Role, "super_admin">; workspaceIds: number[] };

/**
 * An account for a person verified by the company's identity provider. It has no password; a reset by email sets one.
 * @returns null if the address already signs in to another account
 */
export async function createFromProvider(
  ctx: Context,
  person: {
    companyId: number;
    email: string;
    firstName: string;
    lastName: string;
    isActive?: boolean;
  } & Assignment,
  event: { action: string; also?: Record<string, string | null> } = { action: "user.create-by-sign-on" },
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
    is_active: person.isActive ?? true,
  });
  await setMemberships(ctx, { id, company_id: person.companyId }, person.workspaceIds);
  ctx.audit({
    action: event.action,
    target: { type: "user", id },
    company: person.companyId,
    after: { email: person.email, role: person.role, workspaceIds: person.workspaceIds, ...event.also },
  });
  return id;
}

/** The role and workspaces from the provider's current groups. */
export function followProvider(ctx: Context, userId: number, place: Assignment): Promise<void> {
  return applyGroupMappings(ctx, new Map([[userId, place]]));
}

/**
 * The same for many, in a few statements. A changed role ends sessions with the old one; unchanged people leave no
 * event.
 */
export async function applyGroupMappings(ctx: Context, places: Map<number, Assignment>): Promise<void> {
  const moves = (await listUsersById(ctx, [...places.keys()])).flatMap((user) => {
    const place = places.get(user.id);
    // examiners come from outside, and the company's groups do not change them
    if (place === undefined || user.company_id === null || !["agent", "workspace_admin"].includes(user.role))
      return [];
    const before = user.workspaces.map(({ id }) => id);
    const stays =
      before.length === place.workspaceIds.length && place.workspaceIds.every((id) => before.includes(id));
    if (stays && user.role === place.role) return [];
    return [{ user, companyId: user.company_id, place, before, isMoved: !stays }];
  });
  const changed = moves.filter(({ user, place }) => user.role !== place.role);
  for (const role of ["agent", "workspace_admin"] as const) {
    const ids = changed.flatMap(({ user, place }) => (place.role === role ? [user.id] : []));
    if (ids.length > 0) await setRole(ctx, ids, role);
  }
  for (const { user } of changed) await endSessions(ctx, user.id, { keep: null });
  const moved = moves.filter(({ isMoved }) => isMoved);
  await replaceMemberships(
    ctx,
    moved.map(({ user, companyId, place }) => ({
      userId: user.id,
      companyId,
      workspaceIds: place.workspaceIds,
    })),
  );
  for (const { user, place } of moved) if (user.role === place.role) await endOpenStreams(ctx, user.id);
  for (const { user, companyId, place, before } of moves)
    ctx.audit({
      action: "user.follow-groups",
      target: { type: "user", id: user.id },
      company: companyId,
      before: { role: user.role, workspaceIds: before },
      after: place,
    });
}
