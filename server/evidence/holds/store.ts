import { sql } from "kysely";
import type { createHold, liftHold } from "#contract/evidence/holds.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

type Conditions = Omit<Input<typeof createHold>, "companyId" | "reason">;

function selectHolds(ctx: Context) {
  const query = ctx.db
    .selectFrom("holds as h")
    .leftJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "h.company_id").onRef("t.id", "=", "h.theme_id"),
    )
    .leftJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "h.company_id").onRef("d.id", "=", "h.document_id"),
    )
    .select([
      "h.id",
      "h.company_id",
      "h.user_id",
      "h.theme_id",
      "t.name as theme_name",
      "h.document_id",
      "d.name as document_name",
      sql<string | null>`h.first_day::text`.as("first_day"),
      sql<string | null>`h.last_day::text`.as("last_day"),
      "h.reason",
      "h.set_at",
      "h.lifted_at",
      "h.lift_reason",
      sql<string | null>`(select p.name from person_name(h.user_id) p)`.as("user_name"),
      sql<string | null>`(select p.name from person_name(h.set_by) p)`.as("set_by_name"),
      sql<string | null>`(select p.name from person_name(h.lifted_by) p)`.as("lifted_by_name"),
    ]);
  return ctx.company === null ? query : query.where("h.company_id", "=", ctx.company);
}

export function getHold(ctx: Context, id: number) {
  return selectHolds(ctx).where("h.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export type HoldRow = Awaited<ReturnType<typeof getHold>>;

export async function listHolds(
  ctx: Context,
  companyId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: HoldRow[]; total: number }> {
  const rows = await selectHolds(ctx)
    .where("h.company_id", "=", companyId)
    .orderBy(sql`h.lifted_at is not null`)
    .orderBy("h.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await ctx.db
    .selectFrom("holds")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Whether the target of a hold belongs to the company, in use or not. */
export async function areOfCompany(
  ctx: Context,
  companyId: number,
  { userId, themeId, documentId }: Conditions,
): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`select
    (${userId ?? null}::int is null or exists (select 1 from users u
      where u.company_id = ${companyId} and u.id = ${userId ?? null}::int))
    and (${themeId ?? null}::int is null or exists (select 1 from themes t
      where t.company_id = ${companyId} and t.id = ${themeId ?? null}::int))
    and (${documentId ?? null}::int is null or exists (select 1 from documents d
      where d.company_id = ${companyId} and d.id = ${documentId ?? null}::int)) as all`.execute(ctx.db);
  return rows[0]?.all === true;
}

export async function insertHold(
  ctx: Context,
  companyId: number,
  { userId, themeId, documentId, from, to, reason }: Conditions & { reason: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("holds")
    .values({
      company_id: companyId,
      user_id: userId ?? null,
      theme_id: themeId ?? null,
      document_id: documentId ?? null,
      // as text: a JavaScript date would convert it to another zone
      first_day: from === undefined ? null : sql<Date>`${from}::date`,
      last_day: to === undefined ? null : sql<Date>`${to}::date`,
      reason,
      set_by: personOf(ctx).id,
      set_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** false if it was already lifted. */
export async function lift(
  ctx: Context,
  { company_id, id }: HoldRow,
  { reason }: Pick<Input<typeof liftHold>, "reason">,
): Promise<boolean> {
  const lifted = await ctx.db
    .updateTable("holds")
    .set({ lifted_by: personOf(ctx).id, lifted_at: ctx.now, lift_reason: reason })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return Number(lifted.numUpdatedRows) === 1;
}
