import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";

function selectItems(ctx: Context) {
  return ctx.db
    .selectFrom("help_items as h")
    .select([
      "h.id",
      "h.company_id",
      "h.origin_id",
      "h.type",
      "h.title",
      "h.content",
      "h.video_url",
      "h.duration",
      "h.position",
      "h.version",
    ])
    .where("h.deleted_at", "is", null);
}
export type HelpRow = Awaited<ReturnType<ReturnType<typeof selectItems>["executeTakeFirstOrThrow"]>>;

function isHidden(company: number) {
  return sql<boolean>`exists (select 1 from help_overrides o where o.company_id = ${company} and o.help_item_id = h.id)`;
}

/**
 * The company's own items and the platform's that it neither customized nor hid; across the platform: the platform's.
 */
export function listHelp(ctx: Context): Promise<HelpRow[]> {
  const company = ctx.company;
  if (company === null) {
    return selectItems(ctx)
      .where("h.company_id", "is", null)
      .orderBy("h.position")
      .orderBy("h.id")
      .limit(1000)
      .execute();
  }
  const isCustomized = sql<boolean>`exists (select 1 from help_items copy
    where copy.company_id = ${company} and copy.deleted_at is null and copy.origin_id = h.id)`;
  return (
    selectItems(ctx)
      .where((eb) =>
        eb.or([
          eb("h.company_id", "=", company),
          eb.and([eb("h.company_id", "is", null), eb.not(isHidden(company)), eb.not(isCustomized)]),
        ]),
      )
      // a copy takes its original's position
      .orderBy(
        sql`coalesce((select p.position from help_positions p where p.company_id = ${company} and p.help_item_id = h.id),
        (select p.position from help_positions p where p.company_id = ${company} and p.help_item_id = h.origin_id), h.position)`,
      )
      .orderBy(sql`coalesce(h.origin_id, h.id)`)
      .limit(1000)
      .execute()
  );
}

/** The platform's items hidden by the company. */
export function listHidden(ctx: Context, company: number): Promise<HelpRow[]> {
  return selectItems(ctx)
    .where("h.company_id", "is", null)
    .where(isHidden(company))
    .orderBy("h.position")
    .orderBy("h.id")
    .execute();
}

export async function getHelp(ctx: Context, id: number): Promise<HelpRow> {
  const row = (await listHelp(ctx)).find((item) => item.id === id);
  if (row === undefined) throw notFound();
  return row;
}

export type HelpValues = {
  type: string;
  title: string;
  content: string;
  video_url: string | null;
  duration: string | null;
};

export async function insertHelp(
  ctx: Context,
  companyId: number | null,
  values: HelpValues,
  origin: { id: number; position: number } | null,
): Promise<number> {
  const row = await ctx.db
    .insertInto("help_items")
    .values({
      ...values,
      company_id: companyId,
      origin_id: origin?.id ?? null,
      position: origin?.position ?? 1000,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setHelp(
  ctx: Context,
  item: Allowed<HelpRow, "edit">,
  values: HelpValues,
): Promise<void> {
  await ctx.db
    .updateTable("help_items")
    .set({ ...values, updated_at: ctx.now })
    .where("id", "=", item.id)
    .execute();
}

export async function removeHelp(ctx: Context, item: Allowed<HelpRow, "edit">): Promise<void> {
  await ctx.db.updateTable("help_items").set({ deleted_at: ctx.now }).where("id", "=", item.id).execute();
}

export async function hideHelp(
  ctx: Context,
  companyId: number,
  item: Allowed<HelpRow, "hide">,
): Promise<void> {
  await ctx.db
    .insertInto("help_overrides")
    .values({ company_id: companyId, help_item_id: item.id, hidden_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function showHelp(
  ctx: Context,
  companyId: number,
  item: Allowed<HelpRow, "hide">,
): Promise<void> {
  await ctx.db
    .deleteFrom("help_overrides")
    .where("company_id", "=", companyId)
    .where("help_item_id", "=", item.id)
    .execute();
}

/** Puts the items in this order: for one company or, without one, for everyone without their own order. */
export async function setOrder(ctx: Context, items: Allowed<HelpRow, "move">[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  if (ctx.company === null) {
    await sql`update help_items h set position = o.place from unnest(${ids}::int[]) with ordinality as o(id, place)
      where h.id = o.id and h.company_id is null`.execute(ctx.db);
    return;
  }
  await sql`insert into help_positions (company_id, help_item_id, position)
    select ${ctx.company}, o.id, o.place from unnest(${ids}::int[]) with ordinality as o(id, place)
    on conflict (company_id, help_item_id) do update set position = excluded.position`.execute(ctx.db);
}
