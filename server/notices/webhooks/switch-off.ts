import type { Context } from "#server/kernel/context.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import { endWaiting } from "./delivery-store.ts";
import { switchOff } from "./store.ts";

/** As long as in other services that follow Standard Webhooks: longer than a long weekend, shorter than weeks. */
const longestFailingMs = 5 * 86_400_000;

export function isHopeless(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= longestFailingMs;
}

/** Stops sending to a receiver that accepts nothing, and notifies the company's administrators. */
export async function switchOffFor(
  ctx: Context,
  place: { company_id: number; webhook_id: number; webhook: { name: string } | null },
  reason: string,
): Promise<void> {
  if (place.webhook === null || !(await switchOff(ctx, place, reason))) return;
  await endWaiting(ctx, place, "The webhook was switched off.");
  ctx.audit({
    action: "webhook.switch-off",
    target: { type: "webhook", id: place.webhook_id },
    company: place.company_id,
    after: { name: place.webhook.name, reason },
  });
  await notifyAdmins(ctx, place.company_id, {
    kind: "webhook_off",
    title: `The webhook '${place.webhook.name}' was switched off`,
    body: `${reason} Its deliveries are kept for 30 days. Switch it on again once the receiver works.`,
    link: "/admin?tab=connections",
  });
}
