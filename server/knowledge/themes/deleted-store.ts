import { sql } from "kysely";
import { restorableDays } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

const mostListed = 200;

function selectDeleted(ctx: Context) {
  const query = ctx.db
    .selectFrom("themes as t")
    .innerJoin("companies as c", "c.id", "t.company_id")
    .where("c.deleted_at", "is", null)
    .select([
      "t.id",
      "t.company_id",
      "t.name",
      "t.workspace_id",
      "t.deleted_at",
      "c.name as company_name",
      sql<number>`(select count(*) from documents d where d.company_id = t.company_id and d.theme_id = t.id
        and d.deleted_at is null)`.as("document_count"),
      sql<boolean>`exists (select 1 from themes o where o.company_id = t.company_id and o.id <> t.id
        and o.deleted_at is null and lower(o.name) = lower(t.name))`.as("is_name_taken"),
      sql<boolean>`not exists (select 1 from workspaces w where w.company_id = t.company_id
        and w.id = t.workspace_id and w.deleted_at is null and w.is_active)`.as("is_workspace_gone"),
    ]);
  return ctx.company === null ? query : query.where("t.company_id", "=", ctx.company);
}

export type DeletedRow = Awaited<ReturnType<ReturnType<typeof selectDeleted>["executeTakeFirstOrThrow"]>>;

export function listRestorable(ctx: Context): Promise<DeletedRow[]> {
  return selectDeleted(ctx)
    .where("t.deleted_at", ">", new Date(ctx.now.getTime() - restorableDays * 86_400_000))
    .orderBy("t.deleted_at", "desc")
    .orderBy("t.id", "desc")
    .limit(mostListed)
    .execute();
}

/** In use or not, and held until the transaction ends, so that of two who restore it one comes second. */
export function holdTheme(ctx: Context, id: number): Promise<DeletedRow> {
  return selectDeleted(ctx).where("t.id", "=", id).forUpdate("t").executeTakeFirstOrThrow(notFound);
}

export async function isNameOfTheme(ctx: Context, companyId: number, name: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("themes")
    .select("id")
    .where("company_id", "=", companyId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function returnTheme(
  ctx: Context,
  theme: DeletedRow,
  values: { name: string; workspace_id: number },
): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({
      ...values,
      deleted_at: null,
      updated_at: ctx.now,
      content_version: sql`content_version + 1`,
    })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
}
