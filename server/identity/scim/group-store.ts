import { sql, type RawBuilder } from "kysely";
import type { CompanyId, Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { notFilterable, type Comparison } from "./filter.ts";

function selectGroups(ctx: Context, company: CompanyId) {
  return ctx.db
    .selectFrom("directory_groups as g")
    .select(["g.id", "g.display_name", "g.external_id", "g.created_at", "g.updated_at"])
    .where("g.company_id", "=", company);
}

export type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>["executeTakeFirstOrThrow"]>>;

export function getGroup(ctx: Context, company: CompanyId, id: number): Promise<GroupRow> {
  return selectGroups(ctx, company).where("g.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** Locked: two simultaneous changes of its members would each start from the state the other replaces. */
export function lockGroup(ctx: Context, company: CompanyId, id: number): Promise<GroupRow> {
  return selectGroups(ctx, company).where("g.id", "=", id).forUpdate().executeTakeFirstOrThrow(notFound);
}

const integer = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : 0);

function condition({ attribute, value }: Comparison): RawBuilder<boolean> {
  switch (attribute) {
    case "id":
      return sql`g.id = ${integer(value)}`;
    case "displayname":
      return sql`lower(g.display_name) = lower(${value})`;
    case "externalid":
      return sql`g.external_id = ${value}`;
    case "members":
    case "members.value":
      return sql`exists (select 1 from directory_group_members m
        where m.company_id = g.company_id and m.group_id = g.id and m.user_id = ${integer(value)})`;
    default:
      throw notFilterable(attribute);
  }
}

export async function listGroups(
  ctx: Context,
  company: CompanyId,
  filter: Comparison[],
  page: { offset: number; limit: number },
): Promise<{ rows: GroupRow[]; total: number }> {
  const query = filter.reduce((q, one) => q.where(condition(one)), selectGroups(ctx, company));
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  if (page.limit === 0) return { rows: [], total };
  const rows = await query.orderBy("g.id").limit(page.limit).offset(page.offset).execute();
  return { rows, total };
}

/** Members by group, without people the directory has deleted. */
export async function membersOf(
  ctx: Context,
  company: CompanyId,
  groupIds: number[],
): Promise<Map<number, number[]>> {
  const rows = await ctx.db
    .selectFrom("directory_group_members")
    .select(["group_id", "user_id"])
    .where("company_id", "=", company)
    .where(sql<boolean>`group_id = any(${groupIds}::int[])`)
    .orderBy("user_id")
    .execute();
  const members = new Map(groupIds.map((id) => [id, [] as number[]]));
  for (const { group_id, user_id } of rows) members.get(group_id)?.push(user_id);
  return members;
}

/** Names of these people's groups. */
export async function groupNamesOf(
  ctx: Context,
  company: CompanyId,
  userIds: number[],
): Promise<Map<number, string[]>> {
  const rows = await ctx.db
    .selectFrom("directory_group_members as m")
    .innerJoin("directory_groups as g", (join) =>
      join.onRef("g.company_id", "=", "m.company_id").onRef("g.id", "=", "m.group_id"),
    )
    .select(["m.user_id", "g.display_name"])
    .where("m.company_id", "=", company)
    .where(sql<boolean>`m.user_id = any(${userIds}::int[])`)
    .execute();
  const names = new Map(userIds.map((id) => [id, [] as string[]]));
  for (const { user_id, display_name } of rows) names.get(user_id)?.push(display_name);
  return names;
}

type GroupValues = { display_name: string; external_id: string | null };

export async function insertGroup(ctx: Context, company: CompanyId, values: GroupValues): Promise<number> {
  const row = await conflictIfTaken(
    ctx.db
      .insertInto("directory_groups")
      .values({ ...values, company_id: company, created_at: ctx.now, updated_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

export async function setGroup(
  ctx: Context,
  company: CompanyId,
  id: number,
  values: GroupValues,
): Promise<void> {
  await conflictIfTaken(
    ctx.db
      .updateTable("directory_groups")
      .set({ ...values, updated_at: ctx.now })
      .where("company_id", "=", company)
      .where("id", "=", id)
      .execute(),
  );
}

async function conflictIfTaken<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "directory_groups_name") throw error;
    throw new AppError(
      "conflict",
      "Your company already has a group with this name. Nothing was changed. Change that group instead.",
    );
  }
}

export async function addMembers(
  ctx: Context,
  company: CompanyId,
  groupId: number,
  userIds: number[],
): Promise<void> {
  await sql`insert into directory_group_members (company_id, group_id, user_id)
    select ${company}, ${groupId}, u from unnest(${userIds}::int[]) u on conflict do nothing`.execute(ctx.db);
}

export async function removeMembers(
  ctx: Context,
  company: CompanyId,
  groupId: number,
  userIds: number[],
): Promise<void> {
  await ctx.db
    .deleteFrom("directory_group_members")
    .where("company_id", "=", company)
    .where("group_id", "=", groupId)
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .execute();
}

/** Removes a person from all groups. */
export async function leaveGroups(ctx: Context, company: CompanyId, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom("directory_group_members")
    .where("company_id", "=", company)
    .where("user_id", "=", userId)
    .execute();
}

export async function deleteGroup(ctx: Context, company: CompanyId, id: number): Promise<void> {
  for (const [table, column] of [
    ["directory_group_members", "group_id"],
    ["directory_groups", "id"],
  ] as const)
    await ctx.db
      .deleteFrom(table)
      .where("company_id", "=", company)
      .where(sql.ref(column), "=", id)
      .execute();
}
