import { deleteSessionsOf } from "#server/identity/open-sessions/shared-store.ts";
import { sql, type Insertable, type Updateable } from "kysely";
import { restorableDays, type ModelType } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { pageOf, searched, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { Companies } from "#server/platform/database/schema.gen.ts";
import { inReach, type CompanyRow } from "./shared-store.ts";

/** By name and description; name matches first. */
export async function listCompanies(
  ctx: Context,
  request: ListRequest & { withDeleted?: boolean; restorable?: boolean },
): Promise<{ rows: CompanyRow[]; total: number }> {
  const since = new Date(ctx.now.getTime() - restorableDays * 86_400_000);
  const query =
    request.restorable === true
      ? inReach(ctx, { withDeleted: true }).where("companies.deleted_at", ">", since)
      : inReach(ctx, request);
  return pageOf(
    searched(query, request.search, sql`companies.name`, sql`companies.description`),
    request,
    { name: inNameOrder(sql`companies.name`), createdAt: sql`companies.created_at` },
    sql`companies.created_at desc, companies.id desc`,
  );
}

export async function insertCompany(
  ctx: Context,
  values: Omit<Insertable<Companies>, "created_at" | "updated_at">,
): Promise<number> {
  const row = await ctx.db
    .insertInto("companies")
    .values({ ...values, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setCompany(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  values: Updateable<Companies>,
): Promise<void> {
  await ctx.db
    .updateTable("companies")
    .set({ ...values, updated_at: ctx.now })
    .where("id", "=", company.id)
    .execute();
}

export async function removeCompany(ctx: Context, company: Allowed<CompanyRow, "delete">): Promise<void> {
  await ctx.db.updateTable("companies").set({ deleted_at: ctx.now }).where("id", "=", company.id).execute();
  await ctx.db.deleteFrom("model_keys").where("company_id", "=", company.id).execute();
  await deleteSessionsOf(ctx, company.id);
  await ctx.db
    .updateTable("users")
    .set({ released_at: ctx.now })
    .where("company_id", "=", company.id)
    .execute();
}

/** Locked until the transaction ends, so that two restores run one after the other. */
export async function holdCompany(ctx: Context, id: number): Promise<void> {
  await ctx.db.selectFrom("companies").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

export async function isNameOfCompany(ctx: Context, name: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("companies")
    .select("id")
    .where("deleted_at", "is", null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * In use again, with the people whose address the deletion released, unless another account has it by now.
 * @returns the addresses of the others, who are deactivated
 */
export async function returnCompany(
  ctx: Context,
  company: Allowed<CompanyRow, "restore">,
  name: string,
): Promise<string[]> {
  await ctx.db
    .updateTable("companies")
    .set({ deleted_at: null, name, updated_at: ctx.now })
    .where("id", "=", company.id)
    .execute();
  const ofDeletion = sql<boolean>`company_id = ${company.id} and released_at is not null and erased_at is null`;
  await ctx.db
    .updateTable("users")
    .set({ released_at: null })
    .where(ofDeletion)
    .where(sql<boolean>`not email_taken(email)`)
    .execute();
  const without = await ctx.db
    .updateTable("users")
    .set({ is_active: false, updated_at: ctx.now })
    .where(ofDeletion)
    .returning("email")
    .execute();
  return without.map(({ email }) => email).toSorted();
}

export function listPeopleIds(ctx: Context, companyId: number): Promise<{ id: number }[]> {
  return ctx.db.selectFrom("users").select("id").where("company_id", "=", companyId).execute();
}

export async function setModelKey(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  key: { sealed: Buffer; last_four: string; base_url: string } | null,
): Promise<void> {
  await ctx.db
    .deleteFrom("model_keys")
    .where("company_id", "=", company.id)
    .where("model_type", "=", modelType)
    .execute();
  if (key !== null) {
    await ctx.db
      .insertInto("model_keys")
      .values({ company_id: company.id, model_type: modelType, ...key, created_at: ctx.now })
      .execute();
  }
}

export async function findModelKey(ctx: Context, companyId: number, modelType: ModelType) {
  const row = await ctx.db
    .selectFrom("model_keys")
    .select(["sealed", "base_url"])
    .where("company_id", "=", companyId)
    .where("model_type", "=", modelType)
    .executeTakeFirst();
  return row ?? null;
}

export async function setKeyCheck(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
  check: { ok: boolean; message: string },
): Promise<void> {
  await ctx.db
    .updateTable("model_keys")
    .set({ check_ok: check.ok, check_message: check.message, checked_at: ctx.now })
    .where("company_id", "=", companyId)
    .where("model_type", "=", modelType)
    .execute();
}

export async function findModelChoice(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<{ provider: string; model: string } | null> {
  const row = await ctx.db
    .selectFrom("model_choices")
    .select(["provider", "model"])
    .where("company_id", "=", companyId)
    .where("model_type", "=", modelType)
    .executeTakeFirst();
  return row ?? null;
}

export async function setModelChoice(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  choice: { provider: string; model: string } | null,
): Promise<void> {
  const place = { company_id: company.id, model_type: modelType };
  // an earlier model's response says nothing about this one
  await ctx.db
    .updateTable("model_keys")
    .set({ check_ok: null, check_message: null, checked_at: null })
    .where("company_id", "=", place.company_id)
    .where("model_type", "=", place.model_type)
    .execute();
  if (choice === null) {
    await ctx.db
      .deleteFrom("model_choices")
      .where("company_id", "=", place.company_id)
      .where("model_type", "=", place.model_type)
      .execute();
    return;
  }
  const values = { provider: choice.provider, model: choice.model, chosen_at: ctx.now };
  await ctx.db
    .insertInto("model_choices")
    .values({ ...place, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "model_type"]).doUpdateSet(values))
    .execute();
}
