import { sql } from "kysely";
import type { ModelType } from "#contract/values.ts";
import { systemCaller } from "#server/callers.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { pageOf, searched } from "#server/platform/database/list.ts";
import type { ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/policy.ts";
import type { Services } from "#server/services.ts";

/** `withDeleted`: what a super admin needs to read the record of a company that is no longer in use. */
function inReach(ctx: Context, { withDeleted = false } = {}) {
  let query = ctx.db
    .selectFrom("companies")
    .leftJoin("model_keys as smart", (join) =>
      join.onRef("smart.company_id", "=", "companies.id").on("smart.model_type", "=", "smart"),
    )
    .leftJoin("model_keys as smarter", (join) =>
      join.onRef("smarter.company_id", "=", "companies.id").on("smarter.model_type", "=", "smarter"),
    )
    .leftJoin("model_choices as smart_choice", (join) =>
      join.onRef("smart_choice.company_id", "=", "companies.id").on("smart_choice.model_type", "=", "smart"),
    )
    .leftJoin("model_choices as smarter_choice", (join) =>
      join
        .onRef("smarter_choice.company_id", "=", "companies.id")
        .on("smarter_choice.model_type", "=", "smarter"),
    )
    // counted once for all, not once per company: with 2,000 of them that took a second
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("workspaces")
          .where("deleted_at", "is", null)
          .groupBy("company_id")
          .select(["company_id", sql<number>`count(*)`.as("count")])
          .as("in_use"),
      (join) => join.onRef("in_use.company_id", "=", "companies.id"),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("users")
          .where("is_active", "=", true)
          .groupBy("company_id")
          .select(["company_id", sql<number>`count(*)`.as("count")])
          .as("active"),
      (join) => join.onRef("active.company_id", "=", "companies.id"),
    )
    .select([
      "companies.id",
      "companies.name",
      "companies.description",
      "companies.created_at",
      "companies.require_second_factor",
      "companies.deleted_at",
      "smart.last_four as smart_last_four",
      "smart.check_ok as smart_ok",
      "smart.check_message as smart_message",
      "smart.checked_at as smart_checked_at",
      "smarter.last_four as smarter_last_four",
      "smarter.check_ok as smarter_ok",
      "smarter.check_message as smarter_message",
      "smarter.checked_at as smarter_checked_at",
      "smart.base_url as smart_key_url",
      "smarter.base_url as smarter_key_url",
      "smart_choice.provider as smart_provider",
      "smart_choice.model as smart_model",
      "smarter_choice.provider as smarter_provider",
      "smarter_choice.model as smarter_model",
      "in_use.count as workspace_count",
      "active.count as active_user_count",
    ]);
  if (!withDeleted) query = query.where("companies.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("companies.id", "=", ctx.company);
}

export type CompanyRow = Awaited<ReturnType<ReturnType<typeof inReach>["executeTakeFirstOrThrow"]>>;

/** By name and description; those named like the search first. */
export async function listCompanies(
  ctx: Context,
  request: ListRequest & { withDeleted?: boolean },
): Promise<{ rows: CompanyRow[]; total: number }> {
  return pageOf(
    searched(inReach(ctx, request), request.search, sql`companies.name`, sql`companies.description`),
    request,
    { name: inNameOrder(sql`companies.name`), createdAt: sql`companies.created_at` },
    sql`companies.created_at desc, companies.id desc`,
  );
}

export function getCompany(
  ctx: Context,
  id: number,
  options: { withDeleted?: boolean } = {},
): Promise<CompanyRow> {
  return inReach(ctx, options).where("companies.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export function listCompanyIds(ctx: Context): Promise<{ id: number }[]> {
  return ctx.db.selectFrom("companies").select("id").where("deleted_at", "is", null).orderBy("id").execute();
}

/** For the binder: may a super admin choose this company? Of a deleted one the record is read, and nothing written. */
export async function companyExists(
  services: Services,
  id: number,
  { withDeleted }: { withDeleted: boolean },
): Promise<boolean> {
  return systemCaller(services, "company-choice").transact(async (ctx) => {
    const row = await ctx.db
      .selectFrom("companies")
      .select("deleted_at")
      .where("id", "=", id)
      .executeTakeFirst();
    return row !== undefined && (withDeleted || row.deleted_at === null);
  });
}

export async function insertCompany(
  ctx: Context,
  values: { name: string; description: string; require_second_factor?: boolean },
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
  values: { name: string; description: string; require_second_factor: boolean },
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
  await ctx.db.deleteFrom("sessions").where("company_id", "=", company.id).execute();
  await ctx.db
    .updateTable("users")
    .set({ released_at: ctx.now })
    .where("company_id", "=", company.id)
    .execute();
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
  // what an earlier model answered says nothing about this one
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
