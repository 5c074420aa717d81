import { z } from "zod";
import type { ApiKey } from "#contract/api-keys.ts";
import { keyScopes } from "#contract/permissions.ts";
import type { KeyRow } from "./store.ts";

export function presentKey(row: KeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    lastFour: row.last_four,
    scopes: z.array(z.enum(keyScopes)).parse(row.scopes),
    themes: row.themes,
    addresses: row.addresses,
    createdBy: row.created_by_name ?? "",
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    status: statusOf(row, now),
  };
}

function statusOf({ revoked_at, expires_at }: KeyRow, now: Date): ApiKey["status"] {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}
