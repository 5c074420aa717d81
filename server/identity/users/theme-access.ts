import type { ThemeAccess, User } from "#contract/identity/users.ts";
import { can } from "#contract/kernel/permissions.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentUser } from "./present.ts";
import { sightOf } from "./see-as.ts";
import { accessOf, listReasons } from "./store.ts";
import { listUsersById, type UserRow } from "./shared-store.ts";

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

/** Who can ask a theme, by reason, with the first `most` people of each by name. */
export async function askersOf(ctx: Context, theme: { company_id: number; id: number }, most: number) {
  const reasons = await listReasons(ctx, theme, most);
  const rows = await listUsersById(ctx, [...new Set(reasons.flatMap(({ userIds }) => userIds))]);
  const whyNotOf = await sightOf(ctx);
  const people = new Map(
    rows.map((row) => {
      const whyNot = whyNotOf(row);
      return [row.id, { ...presentUser(row), maySeeAs: whyNot === null, whyNot }];
    }),
  );
  return reasons.map(({ userIds, ...reason }) => ({
    ...reason,
    people: userIds.flatMap((id) => people.get(id) ?? []),
  }));
}
