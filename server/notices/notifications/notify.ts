import type { JobPayload } from "#contract/operation/jobs.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { deleteNotifications, insertNotifications, isInFence } from "./store.ts";
import { listAdminIds, listSuperAdmins } from "./shared-store.ts";
import type { Notice } from "./notice.ts";

/** Stores a notification for people and notifies their open pages. */
export async function notify(ctx: Context, userIds: number[], notice: Notice): Promise<void> {
  if (userIds.length === 0) return;
  await insertNotifications(ctx, userIds, wellFormed(notice));
  for (const user of userIds) await ctx.announce({ user }, { type: "notification" });
}

/** Withdraws notifications that are no longer true, to a company's people or to super admins. */
export async function withdraw(
  ctx: Context,
  companyId: number | null,
  notice: Pick<Notice, "kind" | "link">,
): Promise<void> {
  for (const user of await deleteNotifications(ctx, companyId, notice))
    await ctx.announce({ user }, { type: "notification" });
}

/**
 * The same for one person who may be a super admin: people without a company are outside the fence of callers within
 * one, so a platform job notifies them.
 */
export async function notifyPerson(ctx: Context, userId: number, notice: Notice): Promise<void> {
  if (await isInFence(ctx, userId)) await notify(ctx, [userId], notice);
  else await ctx.enqueue("tell-super-admin", { userId, ...wellFormed(notice) });
}

/** A text cut to its beginning may end with half a surrogate pair, which a job can't carry. */
const wellFormed = (notice: Notice): Notice => ({ ...notice, body: notice.body.toWellFormed() });

/** Notifies only a super admin: a company's person is notified from inside the company. */
export async function notifySuperAdmin(
  services: VerbServices,
  { userId, ...notice }: JobPayload<"tell-super-admin">,
): Promise<void> {
  await systemCaller(services, "notifications").transact(async (ctx) => {
    const admins = await listSuperAdmins(ctx);
    if (admins.some((admin) => admin.id === userId)) await notify(ctx, [userId], notice);
  });
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
