import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import type { Allowed } from "#server/policy.ts";

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
    ])
    .where("h.deleted_at", "is", null);
}
export type HelpRow = Awaited<ReturnType<ReturnType<typeof selectItems>["executeTakeFirstOrThrow"]>>;

/** The company's own items and the platform's that it neither customised nor hid; across the platform: the platform's. */
export function listHelp(ctx: Context): Promise<HelpRow[]> {
  const company = ctx.company;
  let query = selectItems(ctx);
  if (company === null) query = query.where("h.company_id", "is", null);
  else {
    query = query.where((eb) =>
      eb.or([
        eb("h.company_id", "=", company),
        eb.and([
          eb("h.company_id", "is", null),
          eb.not(
            eb.exists(
              eb
                .selectFrom("help_overrides as o")
                .select("o.company_id")
                .where("o.company_id", "=", company)
                .whereRef("o.help_item_id", "=", "h.id"),
            ),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom("help_items as copy")
                .select("copy.id")
                .where("copy.company_id", "=", company)
                .where("copy.deleted_at", "is", null)
                .whereRef("copy.origin_id", "=", "h.id"),
            ),
          ),
        ]),
      ]),
    );
  }
  return query.orderBy("h.position").orderBy("h.id").limit(1000).execute();
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
