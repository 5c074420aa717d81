import type { Company } from "#contract/companies.ts";
import type { CompanyRow } from "./store.ts";

/** A stored key is shown by its end only; the mask sent back keeps the key. */
export function maskOf(lastFour: string): string {
  return `••••${lastFour}`;
}

export function presentCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    openaiApiKey: row.smart_last_four === null ? null : maskOf(row.smart_last_four),
    xaiApiKey: row.smarter_last_four === null ? null : maskOf(row.smarter_last_four),
    smartKeyCheck: presentCheck(row.smart_ok, row.smart_message, row.smart_checked_at),
    smarterKeyCheck: presentCheck(row.smarter_ok, row.smarter_message, row.smarter_checked_at),
    workspaceCount: row.workspace_count ?? 0,
    activeUserCount: row.active_user_count ?? 0,
    requireSecondFactor: row.require_second_factor,
    isDeleted: row.deleted_at !== null,
    createdAt: row.created_at.toISOString(),
  };
}

function presentCheck(ok: boolean | null, message: string | null, at: Date | null): Company["smartKeyCheck"] {
  return ok === null || message === null || at === null ? null : { ok, message, checkedAt: at.toISOString() };
}
