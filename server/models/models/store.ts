import { sql } from "kysely";
import { CatalogEntry } from "#contract/models/models.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

export type AddedModel = CatalogEntry & { id: number; version: number; updatedAt: Date };

function select(ctx: Context) {
  return ctx.db
    .selectFrom("catalogue_models")
    .select([
      "id",
      "version",
      "provider",
      "name",
      "kind",
      "context_tokens as contextTokens",
      "input_price as inputPrice",
      "output_price as outputPrice",
      sql<string | null>`retires_on::text`.as("retiresOn"),
      "successor",
      "thinks",
      "refuses",
      "updated_at as updatedAt",
    ]);
}

function read({ id, version, updatedAt, ...row }: Awaited<ReturnType<typeof firstOf>>): AddedModel {
  return { id, version, updatedAt, ...CatalogEntry.parse(row) };
}
const firstOf = (ctx: Context) => select(ctx).executeTakeFirstOrThrow();

/** The installation's entries beyond the shipped catalog. */
export async function listAdded(ctx: Context): Promise<AddedModel[]> {
  return (await select(ctx).execute()).map(read);
}

export async function getAdded(ctx: Context, id: number): Promise<AddedModel> {
  return read(await select(ctx).where("id", "=", id).executeTakeFirstOrThrow(notFound));
}

/** @returns null if there is already an entry with this provider and name */
export async function insertModel(ctx: Context, entry: CatalogEntry): Promise<number | null> {
  const row = await ctx.db
    .insertInto("catalogue_models")
    .values({ ...columnsOf(entry), provider: entry.provider, name: entry.name, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["provider", "name"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setModel(ctx: Context, { id, ...entry }: CatalogEntry & { id: number }): Promise<void> {
  await ctx.db
    .updateTable("catalogue_models")
    .set({ ...columnsOf(entry), updated_at: ctx.now })
    .where("id", "=", id)
    .execute();
}

export async function deleteModel(ctx: Context, { id }: AddedModel): Promise<void> {
  await ctx.db.deleteFrom("catalogue_models").where("id", "=", id).execute();
}

function columnsOf(entry: Omit<CatalogEntry, "provider" | "name">) {
  return {
    kind: entry.kind,
    context_tokens: entry.contextTokens,
    input_price: entry.inputPrice,
    output_price: entry.outputPrice,
    retires_on: entry.retiresOn === null ? null : sql<Date>`${entry.retiresOn}::date`,
    successor: entry.successor,
    thinks: entry.thinks,
    refuses: entry.refuses,
  };
}
