import { sql, type RawBuilder } from "kysely";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";

/** `withDeleted`: lets a super admin read the record of a deleted company. */
export function inReach(ctx: Context, { withDeleted = false } = {}) {
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
    .leftJoin("model_limits as smart_limits", (join) =>
      join.onRef("smart_limits.company_id", "=", "companies.id").on("smart_limits.model_type", "=", "smart"),
    )
    .leftJoin("model_limits as smarter_limits", (join) =>
      join
        .onRef("smarter_limits.company_id", "=", "companies.id")
        .on("smarter_limits.model_type", "=", "smarter"),
    )
    // counted once for all companies: per company, this took a second with 2,000 of them
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
          .select([
            "company_id",
            sql<number>`count(*)`.as("count"),
            sql<number>`count(*) filter (where last_login_at is null)`.as("invited"),
          ])
          .as("active"),
      (join) => join.onRef("active.company_id", "=", "companies.id"),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("themes")
          .where("deleted_at", "is", null)
          .groupBy("company_id")
          .select(["company_id", sql<number>`count(*)`.as("count")])
          .as("owned"),
      (join) => join.onRef("owned.company_id", "=", "companies.id"),
    )
    .select([
      "companies.id",
      "companies.name",
      "companies.description",
      "companies.version",
      "companies.created_at",
      "companies.require_second_factor",
      "companies.more_formats",
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
      "smart_limits.reading_seconds as smart_reading",
      "smart_limits.silence_seconds as smart_silence",
      "smart_limits.total_seconds as smart_total",
      "smarter_limits.reading_seconds as smarter_reading",
      "smarter_limits.silence_seconds as smarter_silence",
      "smarter_limits.total_seconds as smarter_total",
      "in_use.count as workspace_count",
      "active.count as active_user_count",
      "active.invited as invited_user_count",
      "owned.count as theme_count",
    ]);
  if (!withDeleted) query = query.where("companies.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("companies.id", "=", ctx.company);
}

export type CompanyRow = Awaited<ReturnType<ReturnType<typeof inReach>["executeTakeFirstOrThrow"]>>;

export function getCompany(
  ctx: Context,
  id: number,
  options: { withDeleted?: boolean } = {},
): Promise<CompanyRow> {
  return inReach(ctx, options).where("companies.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** All companies in use, of which a job chooses the few that concern it. */
export function listCompaniesInUse(ctx: Context): Promise<CompanyRow[]> {
  return inReach(ctx).orderBy("companies.id").execute();
}

/** For the binder: may a super admin choose this company? A deleted company's record is read-only. */
export async function companyExists(
  services: VerbServices,
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

/** A company's name as its record shows it: 'Name (deleted)' once deleted. `alias` names the joined table. */
export function recordedName(alias: string): RawBuilder<string> {
  const deletedAt = sql.ref(`${alias}.deleted_at`);
  return sql<string>`${sql.ref(`${alias}.name`)} || case when ${deletedAt} is null then '' else ' (deleted)' end`;
}
