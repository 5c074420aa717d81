import type { Context } from "#server/kernel/context.ts";
import { notify } from "#server/notices/notifications/notify.ts";
import { listNotificationsOf, markRead } from "#server/notices/notifications/store.ts";
import { newcomerNotices, notices } from "./facts/notices.ts";
import { newcomer, personKeys } from "./facts/people.ts";
import type { Cast, Stage } from "./stage.ts";

/** The bell of every person of the demo shows this number (docs/specification/conventions.md). */
const unread = 3;

/** Leaves each person three unread notices of as many kinds as possible; earlier ones are read. */
export async function leaveNotices(stage: Stage, cast: Cast): Promise<void> {
  const newcomerId = await stage.asSystem(stage.now).transact((ctx) => findNewcomer(ctx));
  for (const { to, hoursAgo, link, ...notice } of notices) {
    const ids = to.map((key) => cast.person(key).id);
    const address = typeof link === "string" ? link : link(cast.theme);
    await tell(stage, ids, hoursAgo, { ...notice, link: address });
  }
  for (const { hoursAgo, ...notice } of newcomerNotices) await tell(stage, [newcomerId], hoursAgo, notice);
  await stage.asSystem(stage.now).transact(async (ctx) => {
    for (const key of personKeys) await readEarlier(ctx, cast.person(key).id);
    await readEarlier(ctx, newcomerId);
  });
}

function tell(stage: Stage, ids: number[], hoursAgo: number, notice: Parameters<typeof notify>[2]) {
  const at = new Date(stage.now.getTime() - hoursAgo * 3_600_000);
  return stage.asSystem(at).transact((ctx) => notify(ctx, ids, notice));
}

async function findNewcomer(ctx: Context): Promise<number> {
  const row = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", newcomer.email)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function readEarlier(ctx: Context, userId: number): Promise<void> {
  const rows = await listNotificationsOf(ctx, userId);
  const newestOfKind = rows.filter((row, index) => rows.findIndex(({ kind }) => kind === row.kind) === index);
  const others = rows.filter((row) => !newestOfKind.includes(row));
  const kept = new Set([...newestOfKind, ...others].slice(0, unread).map((row) => row.id));
  for (const row of rows) if (!kept.has(row.id)) await markRead(ctx, userId, row.id);
}
