import { sql } from "kysely";
import type { Role } from "#contract/kernel/permissions.ts";
import type { ThemeAccess } from "#contract/identity/users.ts";
import type { Context } from "#server/kernel/context.ts";
import { addressTaken } from "./address-taken.ts";
import { pageOf, holdsText, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { inReach, type UserRow } from "./shared-store.ts";

export type UserFilters = ListRequest & {
  role?: Role;
  workspaceId?: number;
  isActive?: boolean;
  hasSignedIn?: boolean;
  /** A theme. */
  ofTheme?: number;
  /** A theme. */
  assignedFirst?: number;
  /** Keep the positions they had before they were assigned or removed, so paging in progress stays exact. */
  toggled?: number[];
};

export async function listUsers(
  ctx: Context,
  filters: UserFilters,
): Promise<{ rows: UserRow[]; total: number }> {
  let query = inReach(ctx);
  if (filters.role !== undefined) query = query.where("users.role", "=", filters.role);
  if (filters.isActive !== undefined) query = query.where("users.is_active", "=", filters.isActive);
  if (filters.hasSignedIn !== undefined)
    query = query.where("users.last_login_at", filters.hasSignedIn ? "is not" : "is", null);
  if (filters.ofTheme !== undefined) query = query.where(isOfTheme(filters.ofTheme));
  if (filters.assignedFirst !== undefined) {
    const isAssigned = sql`exists (select 1 from theme_agents a
      where a.theme_id = ${filters.assignedFirst} and a.user_id = users.id)`;
    query = query.orderBy(sql`${isAssigned} <> (users.id = any(${filters.toggled ?? []}::int[]))`, "desc");
  }
  if (filters.workspaceId !== undefined) {
    const workspaceId = filters.workspaceId;
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom("memberships as f")
          .select("f.user_id")
          .whereRef("f.user_id", "=", "users.id")
          .where("f.workspace_id", "=", workspaceId),
      ),
    );
  }
  if (filters.search) {
    const text = sql`users.email || ' ' || users.first_name || ' ' || users.last_name`;
    query = query.where(holdsText(text, filters.search));
  }
  return pageOf(
    query,
    filters,
    {
      user: inNameOrder(sql`ltrim(users.first_name || ' ' || users.last_name || ' ' || users.email)`),
      role: sql`users.role`,
      company: inNameOrder(sql`companies.name`),
      status: sql`users.is_active`,
      lastLogin: sql`users.last_login_at`,
      createdAt: sql`users.created_at`,
    },
    sql`users.created_at desc, users.id desc`,
  );
}

function isOfTheme(themeId: number) {
  return sql<boolean>`(
    exists (select 1 from theme_agents a where a.theme_id = ${themeId} and a.user_id = users.id)
    or exists (
      select 1 from themes t
      join memberships m on m.company_id = t.company_id and m.user_id = users.id
      join workspaces w on w.company_id = m.company_id and w.id = m.workspace_id
      where t.id = ${themeId} and w.is_active and w.deleted_at is null
        and (w.id = t.workspace_id or exists (
          select 1 from theme_workspaces h where h.theme_id = t.id and h.workspace_id = w.id))))`;
}

/** How each of these people can ask a theme, as in `themesInReach` (server/knowledge/themes/shared-store.ts). */
export async function accessOf(
  ctx: Context,
  themeId: number,
  ids: number[],
): Promise<Map<number, Omit<ThemeAccess, "isAdministrator">>> {
  const { rows } = await sql<Omit<ThemeAccess, "isAdministrator"> & { id: number }>`
    select u.id,
      exists (select 1 from theme_agents a where a.theme_id = ${themeId} and a.user_id = u.id) as "isByName",
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name, w.id)
        from theme_workspaces t
        join memberships m on m.company_id = t.company_id and m.workspace_id = t.workspace_id and m.user_id = u.id
        join workspaces w on w.company_id = t.company_id and w.id = t.workspace_id
        where t.theme_id = ${themeId} and w.is_active and w.deleted_at is null), '[]') as "throughWorkspaces"
    from unnest(${ids}::int[]) as u(id)`.execute(ctx.db);
  return new Map(rows.map(({ id, ...access }) => [id, access]));
}

type Reason = {
  reason: "by_name" | "workspace" | "administrator";
  workspace: { id: number; name: string } | null;
  total: number;
  /** By name, the first of them. */
  userIds: number[];
};

/** Each way a person has access to a theme, as in `accessOf`; administrators need no other. */
export async function listReasons(
  ctx: Context,
  theme: { company_id: number; id: number },
  most: number,
): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    with ways as (
      select a.user_id, 1 as place, 'by_name' as reason, null::int as workspace_id, '' as workspace_name
      from theme_agents a where a.company_id = ${theme.company_id} and a.theme_id = ${theme.id}
      union all
      select m.user_id, 2, 'workspace', w.id, w.name
      from theme_workspaces t
      join memberships m on m.company_id = t.company_id and m.workspace_id = t.workspace_id
      join workspaces w on w.company_id = t.company_id and w.id = t.workspace_id
      where t.company_id = ${theme.company_id} and t.theme_id = ${theme.id} and w.is_active and w.deleted_at is null
      union all
      select u.id, 3, 'administrator', null, '' from users u
      where u.company_id = ${theme.company_id} and u.role = 'workspace_admin'
    ), people as (
      select ways.*, row_number() over (
        partition by place, workspace_id
        order by ${inNameOrder(sql`ltrim(users.first_name || ' ' || users.last_name || ' ' || users.email)`)}, users.id
      ) as number
      from ways join users on users.id = ways.user_id
      where users.is_active and not users.is_key and users.erased_at is null
        and users.role = case when place = 3 then 'workspace_admin' else 'agent' end
    )
    select reason, count(*)::int as total,
      case when workspace_id is null then null else json_build_object('id', workspace_id, 'name', workspace_name) end as workspace,
      json_agg(user_id order by number) filter (where number <= ${most}) as "userIds"
    from people group by place, reason, workspace_id, workspace_name
    order by place, ${inNameOrder(sql`workspace_name`)}, workspace_id`.execute(ctx.db);
  return rows;
}

export async function emailExists(ctx: Context, email: string): Promise<boolean> {
  // across companies: an address signs in to one account only (SECURITY DEFINER, returns yes or no)
  const result = await sql<{ taken: boolean }>`select email_taken(${email}) as taken`.execute(ctx.db);
  return result.rows[0]?.taken ?? false;
}

/** @throws AppError conflict if the address already signs in to an account */
export async function insertUser(
  ctx: Context,
  user: {
    company_id: number | null;
    email: string;
    first_name: string;
    last_name: string;
    role: Role;
    password_hash: string;
    must_change_password: boolean;
    is_active?: boolean;
  },
): Promise<number> {
  const row = await conflictIfTaken(
    ctx.db
      .insertInto("users")
      .values({ ...user, created_at: ctx.now, updated_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

export async function setUser(
  ctx: Context,
  user: Allowed<UserRow, "edit" | "change-address" | "name-yourself" | "deactivate" | "provision">,
  values: {
    email?: string;
    first_name?: string;
    last_name?: string;
    role?: Role;
    is_active?: boolean;
    company_id?: number | null;
  },
): Promise<void> {
  await conflictIfTaken(
    ctx.db
      .updateTable("users")
      .set({ ...values, updated_at: ctx.now })
      .where("id", "=", user.id)
      .execute(),
  );
}

/** Free for a person of a company that was deleted meanwhile, too: the account takes part in signing in again. */
export async function setAddress(
  ctx: Context,
  user: Allowed<UserRow, "change-address">,
  email: string,
): Promise<void> {
  await conflictIfTaken(
    ctx.db
      .updateTable("users")
      .set({ email, released_at: null, updated_at: ctx.now })
      .where("id", "=", user.id)
      .execute(),
  );
}

export async function isProvisioned(ctx: Context, user: UserRow): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("provisioned_people")
    .select("user_id")
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Another call took the same address at this very moment. */
async function conflictIfTaken<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "users_email_key") throw addressTaken();
    throw error;
  }
}

/** As the company's identity provider has it; the caller has read it there. */
export async function setRole(ctx: Context, ids: number[], role: Role): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ role, updated_at: ctx.now })
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
}

/** Locks the rows it counts, so the last two cannot leave at the same moment. */
export async function countActiveSuperAdmins(ctx: Context): Promise<number> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "super_admin")
    .where("is_active", "=", true)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.length;
}

/** The first workspace is the primary one; rows that stay as they are are not touched. */
export async function setMemberships(
  ctx: Context,
  user: { id: number; company_id: number },
  workspaceIds: number[],
): Promise<void> {
  await replaceMemberships(ctx, [{ userId: user.id, companyId: user.company_id, workspaceIds }]);
}

/** The same for many people, in three statements. */
export async function replaceMemberships(
  ctx: Context,
  people: { userId: number; companyId: number; workspaceIds: number[] }[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.flatMap(({ userId, companyId, workspaceIds }) =>
    workspaceIds.map((id, position) => ({ userId, companyId, id, isFirst: position === 0 })),
  );
  const wanted = sql`unnest(${rows.map(({ companyId }) => companyId)}::int[], ${rows.map(({ userId }) => userId)}::int[],
    ${rows.map(({ id }) => id)}::int[], ${rows.map(({ isFirst }) => isFirst)}::boolean[])
    as w(company_id, user_id, workspace_id, is_primary)`;
  const isWanted = sql`w.user_id = m.user_id and w.workspace_id = m.workspace_id and w.company_id = m.company_id`;
  await sql`delete from memberships m where m.user_id = any(${people.map(({ userId }) => userId)}::int[])
    and not exists (select 1 from ${wanted} where ${isWanted})`.execute(ctx.db);
  // first, since a person has one primary workspace at any moment
  await sql`update memberships m set is_primary = false from ${wanted}
    where ${isWanted} and m.is_primary and not w.is_primary`.execute(ctx.db);
  await sql`insert into memberships as m (company_id, user_id, workspace_id, is_primary) select * from ${wanted}
    on conflict (company_id, user_id, workspace_id) do update set is_primary = true
    where excluded.is_primary and not m.is_primary`.execute(ctx.db);
}

export async function hasUsers(ctx: Context): Promise<boolean> {
  return (await ctx.db.selectFrom("users").select("id").limit(1).execute()).length > 0;
}
