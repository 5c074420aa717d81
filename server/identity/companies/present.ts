import type { Company } from "#contract/identity/companies.ts";
import { restorableUntil } from "#server/kernel/restorable.ts";
import { usualLimits, type ModelLimits } from "#contract/models/limits.ts";
import type { Context } from "#server/kernel/context.ts";
import { readCatalog } from "#server/models/models/catalog.ts";
import { modelInForce } from "./model-choice.ts";
import type { CompanyRow } from "./shared-store.ts";

/** Only the end of a stored key is shown; sending back the mask keeps the key. */
export function maskOf(lastFour: string): string {
  return `••••${lastFour}`;
}

export async function presentCompany(ctx: Context, row: CompanyRow): Promise<Company> {
  const [company] = await presentCompanies(ctx, [row]);
  if (company === undefined) throw new Error("a company has no response");
  return company;
}

export async function presentCompanies(ctx: Context, rows: CompanyRow[]): Promise<Company[]> {
  const { config } = ctx.services;
  const catalog = await readCatalog(ctx);
  return rows.map((row) => presentIn({ config, catalog, now: ctx.now }, row));
}

function presentIn(world: Parameters<typeof modelInForce>[0], row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    openaiApiKey: row.smart_last_four === null ? null : maskOf(row.smart_last_four),
    xaiApiKey: row.smarter_last_four === null ? null : maskOf(row.smarter_last_four),
    smartKeyCheck: presentCheck(row.smart_ok, row.smart_message, row.smart_checked_at),
    smarterKeyCheck: presentCheck(row.smarter_ok, row.smarter_message, row.smarter_checked_at),
    smartModel: modelInForce(world, "smart", {
      provider: row.smart_provider,
      model: row.smart_model,
      keyUrl: row.smart_key_url,
      hasKey: row.smart_last_four !== null,
    }),
    smarterModel: modelInForce(world, "smarter", {
      provider: row.smarter_provider,
      model: row.smarter_model,
      keyUrl: row.smarter_key_url,
      hasKey: row.smarter_last_four !== null,
    }),
    smartLimits: presentLimits(row.smart_reading, row.smart_silence, row.smart_total),
    smarterLimits: presentLimits(row.smarter_reading, row.smarter_silence, row.smarter_total),
    workspaceCount: row.workspace_count ?? 0,
    activeUserCount: row.active_user_count ?? 0,
    invitedUserCount: row.invited_user_count ?? 0,
    themeCount: row.theme_count ?? 0,
    requireSecondFactor: row.require_second_factor,
    moreFormats: row.more_formats,
    isDeleted: row.deleted_at !== null,
    restorableUntil: restorableUntil(row.deleted_at, world.now)?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}

function presentLimits(reading: number | null, silence: number | null, total: number | null): ModelLimits {
  return {
    readingSeconds: reading ?? usualLimits.readingSeconds,
    silenceSeconds: silence ?? usualLimits.silenceSeconds,
    totalSeconds: total ?? usualLimits.totalSeconds,
  };
}

function presentCheck(ok: boolean | null, message: string | null, at: Date | null): Company["smartKeyCheck"] {
  return ok === null || message === null || at === null ? null : { ok, message, checkedAt: at.toISOString() };
}
