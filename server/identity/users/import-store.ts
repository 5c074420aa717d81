import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { PlannedUser } from "./import-plan.ts";

/** Which of these addresses belong to people of the company: all that a dry run may reveal. */
export async function listOwn(ctx: Context, companyId: number, emails: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("email")
    .where("company_id", "=", companyId)
    .where("email", "in", emails.length === 0 ? [""] : emails)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Which of these addresses already sign in, across the installation (as for a single invitation). */
export async function listTaken(ctx: Context, emails: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select asked.email from unnest(${emails}::text[]) as asked(email) where email_taken(asked.email)`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ email }) => email));
}

/**
 * Adds users with their workspaces, the first one primary. @returns ids by address, without any taken in the meantime
 */
export async function insertImported(
  ctx: Context,
  companyId: number,
  users: PlannedUser[],
  passwordHash: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    insert into users (company_id, email, first_name, last_name, role, password_hash, must_change_password, created_at, updated_at)
    select ${companyId}, u.email, u.first_name, u.last_name, u.role, ${passwordHash}, true, ${ctx.now}, ${ctx.now}
    from unnest(${users.map(({ email }) => email)}::text[], ${users.map(({ firstName }) => firstName)}::text[],
      ${users.map(({ lastName }) => lastName)}::text[], ${users.map(({ role }) => role)}::text[]) as u(email, first_name, last_name, role)
    on conflict (email) where released_at is null do nothing
    returning id, email`.execute(ctx.db);
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  const memberships = users.flatMap(({ email, workspaceIds }) => {
    const userId = ids.get(email);
    return userId === undefined
      ? []
      : workspaceIds.map((workspaceId, index) => ({ userId, workspaceId, isPrimary: index === 0 }));
  });
  await sql`
    insert into memberships (company_id, user_id, workspace_id, is_primary, created_at)
    select ${companyId}, m.user_id, m.workspace_id, m.is_primary, ${ctx.now}
    from unnest(${memberships.map(({ userId }) => userId)}::int[], ${memberships.map(({ workspaceId }) => workspaceId)}::int[],
      ${memberships.map(({ isPrimary }) => isPrimary)}::boolean[]) as m(user_id, workspace_id, is_primary)`.execute(
    ctx.db,
  );
  return ids;
}

/** Users not yet invited, so that a retry sends no duplicates. */
export async function listUninvited(ctx: Context, ids: number[]): Promise<{ id: number; email: string }[]> {
  return ctx.db
    .selectFrom("users as u")
    .select(["u.id", "u.email"])
    .where("u.id", "in", ids)
    .where("u.is_active", "=", true)
    .where("u.must_change_password", "=", true)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("invitations as i").select("i.id").whereRef("i.user_id", "=", "u.id"))),
    )
    .orderBy("u.id")
    .execute();
}
