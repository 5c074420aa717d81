import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import type { Notice } from "./notify.ts";

export async function insertNotifications(ctx: Context, userIds: number[], notice: Notice): Promise<void> {
  await ctx.db
    .insertInto("notifications")
    .columns(["company_id", "user_id", "kind", "title", "body", "link", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select([
          "users.company_id",
          "users.id",
          sql<string>`${notice.kind}::text`.as("kind"),
          sql<string>`${notice.title}::text`.as("title"),
          sql<string>`${notice.body}::text`.as("body"),
          sql<string | null>`${notice.link}::text`.as("link"),
          sql<Date>`${ctx.now}::timestamptz`.as("created_at"),
        ])
        .where("users.id", "in", userIds)
        .where("users.is_active", "=", true),
    )
    .execute();
}

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

export async function listNotificationsOf(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom("notifications")
    .select(["id", "kind", "title", "body", "link", "created_at", "read_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

export async function countUnread(ctx: Context, userId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom("notifications")
    .select(sql<number>`count(*)`.as("n"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** @returns how many were the person's own */
export async function markRead(ctx: Context, userId: number, id: number | null): Promise<number> {
  let query = ctx.db
    .updateTable("notifications")
    .set({ read_at: sql`coalesce(read_at, ${ctx.now})` })
    .where("user_id", "=", userId);
  if (id !== null) query = query.where("id", "=", id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
