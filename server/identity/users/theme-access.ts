import type { ThemeAccess, User } from "#contract/identity/users.ts";
import { can } from "#contract/kernel/permissions.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentUser } from "./present.ts";
import { accessOf } from "./store.ts";
import type { UserRow } from "./shared-store.ts";

/** The people and, with a theme, why each can ask it. */
export async function withAccess(
  ctx: Context,
  themeId: number | undefined,
  rows: UserRow[],
): Promise<(User & { access?: ThemeAccess })[]> {
  const people = rows.map(presentUser);
  if (themeId === undefined) return people;
  const known = await accessOf(
    ctx,
    themeId,
    people.map(({ id }) => id),
  );
  return people.map((person) => {
    const { isByName = false, throughWorkspaces = [] } = known.get(person.id) ?? {};
    const isAdministrator = person.role !== "agent" && can(person.role, "theme:ask");
    return { ...person, access: { isByName, throughWorkspaces, isAdministrator } };
  });
}
