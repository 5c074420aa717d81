import type { Notification } from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import { listSuperAdmins } from "#server/users/super-admins.ts";
import { insertNotifications, listAdminIds } from "./store.ts";

export type Notice = Pick<Notification, "kind" | "title" | "body" | "link">;

/** Leaves a notification for people and tells their open pages. */
export async function notify(ctx: Context, userIds: number[], notice: Notice): Promise<void> {
  if (userIds.length === 0) return;
  await insertNotifications(ctx, userIds, notice);
  for (const user of userIds) await ctx.announce({ user }, { type: "notification" });
}

export async function notifyAdmins(ctx: Context, companyId: number, notice: Notice): Promise<void> {
  await notify(ctx, await listAdminIds(ctx, companyId), notice);
}

export async function notifySuperAdmins(ctx: Context, notice: Notice): Promise<void> {
  const admins = await listSuperAdmins(ctx);
  await notify(
    ctx,
    admins.map((admin) => admin.id),
    notice,
  );
}
