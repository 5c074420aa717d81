import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import {
  Delivery,
  groupedNotificationKinds,
  type NotificationPreference,
} from "#contract/notices/notifications.ts";
import type { Person } from "#server/kernel/actor.ts";
import type { ErasedPerson } from "#server/kernel/person-ties.ts";
import type { Notice } from "./notice.ts";

export async function insertNotifications(ctx: Context, userIds: number[], notice: Notice): Promise<void> {
  await ctx.db
    .insertInto("notifications")
    .columns([
      ...(["company_id", "user_id", "kind", "title", "body", "link"] as const),
      ...(["words_before", "words_after", "created_at", "digest_due"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .leftJoin("notification_preferences as wish", (join) =>
          join.onRef("wish.user_id", "=", "users.id").on("wish.kind", "=", notice.kind),
        )
        .select([
          "users.company_id",
          "users.id",
          sql<string>`${notice.kind}::text`.as("kind"),
          sql<string>`${notice.title}::text`.as("title"),
          sql<string>`${notice.body}::text`.as("body"),
          sql<string | null>`${notice.link}::text`.as("link"),
          sql<string | null>`${notice.words?.before ?? null}::text`.as("words_before"),
          sql<string | null>`${notice.words?.after ?? null}::text`.as("words_after"),
          sql<Date>`${ctx.now}::timestamptz`.as("created_at"),
        ])
        .select(sql<boolean>`coalesce(wish.delivery = 'digest', false)`.as("digest_due"))
        .where("users.id", "in", userIds)
        .where("users.is_active", "=", true)
        .where(sql<boolean>`wish.delivery is distinct from 'off'`),
    )
    .execute();
}

/** @returns their owners */
export async function deleteNotifications(
  ctx: Context,
  companyId: number | null,
  { kind, link }: Pick<Notice, "kind" | "link">,
): Promise<number[]> {
  const rows = await ctx.db
    .deleteFrom("notifications")
    .where("company_id", "is not distinct from", companyId)
    .where("kind", "=", kind)
    .where("link", "=", link)
    .returning("user_id")
    .execute();
  return [...new Set(rows.map((row) => row.user_id))];
}

export async function isInFence(ctx: Context, userId: number): Promise<boolean> {
  const row = await ctx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  return row !== undefined;
}

export async function listNotificationsOf(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom("notifications")
    .select(["id", "kind", "title", "body", "link", "words_before", "words_after", "created_at", "read_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** Entries of the bell: a notification that follows an unread one about the same item belongs to its entry. */
export async function countUnread(ctx: Context, userId: number): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*)::int as entries from notifications n
    left join lateral (
      select newer.kind, newer.link, newer.read_at from notifications newer
      where newer.user_id = n.user_id and (newer.created_at, newer.id) > (n.created_at, n.id)
      order by newer.created_at, newer.id limit 1
    ) newer on n.kind = any(${[...groupedNotificationKinds]}::text[])
    where n.user_id = ${userId} and n.read_at is null
      and (newer.kind is distinct from n.kind or newer.link is distinct from n.link or newer.read_at is not null)`.execute(
    ctx.db,
  );
  return rows[0]?.entries ?? 0;
}

/** @returns how many belonged to the person */
export async function markRead(ctx: Context, userId: number, id: number | null): Promise<number> {
  let query = ctx.db
    .updateTable("notifications")
    .set({ read_at: sql`coalesce(read_at, ${ctx.now})` })
    .where("user_id", "=", userId);
  if (id !== null) query = query.where("id", "=", id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

export async function listPreferences(ctx: Context, userId: number): Promise<Map<string, Delivery>> {
  const rows = await ctx.db
    .selectFrom("notification_preferences")
    .select(["kind", "delivery"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ kind, delivery }) => [kind, Delivery.parse(delivery)]));
}

export async function setPreference(
  ctx: Context,
  person: Person,
  { kind, delivery }: NotificationPreference,
): Promise<void> {
  await ctx.db
    .insertInto("notification_preferences")
    .values({ user_id: person.id, company_id: person.companyId, kind, delivery })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet({ delivery }))
    .execute();
}

/** Whether the company's people were notified of this kind of event since then. */
export async function wasNotifiedSince(
  ctx: Context,
  companyId: number,
  kind: Notice["kind"],
  since: Date,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("notifications")
    .select("id")
    .where("company_id", "=", companyId)
    .where("kind", "=", kind)
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Due = {
  email: string;
  title: string;
  link: string | null;
  words_before: string | null;
  words_after: string | null;
};

/**
 * Claims the pending events for the daily email of up to `people` people, so each is sent once. Events read in the
 * meantime, and those of deactivated people, are no longer pending and are not sent.
 */
export async function takeDue(ctx: Context, people: number) {
  const { rows } = await sql<Due>`
    with due as (
      select distinct user_id from notifications where digest_due order by user_id limit ${people}
    ), taken as (
      update notifications n set digest_due = false from due
      where n.user_id = due.user_id and n.digest_due
      returning n.id, n.user_id, n.title, n.link, n.words_before, n.words_after, n.created_at, n.read_at
    )
    select u.email, t.title, t.link, t.words_before, t.words_after from taken t join users u on u.id = t.user_id
    where t.read_at is null and u.is_active order by u.email, t.created_at desc, t.id desc`.execute(ctx.db);
  return rows;
}

export async function isAnyDue(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("notifications")
    .select("id")
    .where("digest_due", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param person at least three letters of a name: fewer are in most texts */
export async function deleteNoticesNaming(ctx: Context, person: ErasedPerson): Promise<void> {
  const names = [person.email, `${person.first_name} ${person.last_name}`.trim()].filter(
    (name) => name.length > 2,
  );
  for (const name of names)
    await ctx.db
      .deleteFrom("notifications")
      .where("company_id", "=", person.company_id)
      .where(sql<boolean>`strpos(title || ' ' || body, ${name}) > 0`)
      .execute();
}
