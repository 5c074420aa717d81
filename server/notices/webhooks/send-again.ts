import type * as contract from "#contract/notices/webhooks.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { getDelivery, insertDeliveries, sendAgain } from "./delivery-store.ts";
import { bodyOf } from "./emit.ts";
import { allow } from "./policy.ts";
import { presentDelivery } from "./present.ts";
import { getWebhook } from "./store.ts";

/** Like every event: stored, signed, sent by a job. */
export async function testWebhook(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.testWebhook>> {
  const webhook = allow(ctx, "edit", await getWebhook(ctx, id));
  if (!webhook.is_active) throw isOff();
  const place = { companyId: webhook.company_id, webhookId: id };
  const body = bodyOf(ctx, webhook.company_id, {
    type: "webhook.test",
    data: { webhookId: id, link: "/admin?tab=connections" },
  });
  const [delivery] = await insertDeliveries(ctx, place, { type: "webhook.test", body, once: null });
  if (delivery === undefined) throw isOff();
  ctx.audit({
    action: "webhook.test",
    target: { type: "webhook", id },
    company: webhook.company_id,
    after: { name: webhook.name, delivery },
  });
  return presentDelivery(await getDelivery(ctx, delivery));
}

export async function sendWebhookAgain(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.sendWebhookAgain>> {
  const delivery = await getDelivery(ctx, id);
  const webhook = allow(ctx, "edit", await getWebhook(ctx, delivery.webhook_id));
  if (!webhook.is_active) throw isOff();
  await sendAgain(ctx, delivery);
  ctx.audit({
    action: "webhook.send-again",
    target: { type: "webhook", id: webhook.id },
    company: webhook.company_id,
    after: { name: webhook.name, delivery: id, event: delivery.event },
  });
  return presentDelivery(await getDelivery(ctx, id));
}

function isOff(): AppError {
  return new AppError("conflict", "This webhook is switched off. Nothing was sent. Switch it on first.");
}
