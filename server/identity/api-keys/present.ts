import { z } from "zod";
import type { ApiKey } from "#contract/identity/api-keys.ts";
import { keyScopes, widgetScope } from "#contract/kernel/permissions.ts";
import type { ScimToken } from "#contract/identity/scim-tokens.ts";
import type { KeyRow } from "./store.ts";

export function presentKey(row: KeyRow, now: Date): ApiKey {
  return {
    ...presentToken(row, now),
    companyName: row.company_name,
    scopes: z.array(z.enum([...keyScopes, widgetScope])).parse(row.scopes),
    themes: row.themes,
    addresses: row.addresses,
    allowedOrigins: row.allowed_origins,
    widget: widgetOf(row),
  };
}

function widgetOf({
  widget_key: key,
  visitor_questions_per_hour: visitorQuestionsPerHour,
  questions_per_day: questionsPerDay,
}: KeyRow): ApiKey["widget"] {
  if (key === null || visitorQuestionsPerHour === null || questionsPerDay === null) return null;
  return { key, visitorQuestionsPerHour, questionsPerDay };
}

export function presentToken(row: KeyRow, now: Date): ScimToken {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    lastFour: row.last_four,
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
