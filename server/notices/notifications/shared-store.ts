import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { Notice } from "./notice.ts";

export async function listAdminIds(ctx: Context, companyId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("role", "=", "workspace_admin")
    .where("is_active", "=", true)
    .execute();
  return rows.map((row) => row.id);
}

export function listSuperAdmins(ctx: Context): Promise<{ id: number; email: string }[]> {
  return ctx.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("role", "=", "super_admin")
    .where("is_active", "=", true)
    .execute();
}

/** Whether a company's people, or with null those without a company, were notified of exactly this since then. */
export async function wasNotifiedOf(
  ctx: Context,
  companyId: number | null,
  { kind, title, since }: { kind: Notice["kind"]; title: string; since: Date },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("notifications")
    .select("id")
    .where("company_id", companyId === null ? "is" : "=", companyId)
    .where("kind", "=", kind)
    .where("title", "=", title)
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When each company was last notified under each title. */
export async function lastNotificationOf(
  ctx: Context,
  kind: Notice["kind"],
): Promise<{ companyId: number | null; title: string; at: Date }[]> {
  return ctx.db
    .selectFrom("notifications")
    .select(["company_id as companyId", "title", sql<Date>`max(created_at)`.as("at")])
    .where("kind", "=", kind)
    .groupBy(["company_id", "title"])
    .execute();
}

/** Of a company's administrators, or with null the super admins: those who want this kind of event. */
export async function listMailAddresses(
  ctx: Context,
  companyId: number | null,
  kind: Notice["kind"],
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("users")
    .leftJoin("notification_preferences as wish", (join) =>
      join.onRef("wish.user_id", "=", "users.id").on("wish.kind", "=", kind),
    )
    .select("users.email")
    .where("users.company_id", companyId === null ? "is" : "=", companyId)
    .where("users.role", "=", companyId === null ? "super_admin" : "workspace_admin")
    .where("users.is_active", "=", true)
    .where(sql<boolean>`wish.delivery is distinct from 'off'`)
    .orderBy("users.email")
    .execute();
  return rows.map(({ email }) => email);
}
