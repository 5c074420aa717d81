import type { WebhookMessage } from "#contract/notices/webhooks.ts";
import type { Context } from "#server/kernel/context.ts";
import { insertDeliveries } from "./delivery-store.ts";

/** A message without date and company, with its link relative to the installation's address. */
type WebhookContent<Message> = Message extends WebhookMessage
  ? { type: Message["type"]; data: Omit<Message["data"], "companyId"> }
  : never;

/**
 * Stores an event for every subscribed webhook of the company, in the event's own transaction: both commit or neither.
 * @param once each webhook gets one message under this name, however often it is emitted
 */
export async function emit(
  ctx: Context,
  companyId: number,
  event: WebhookContent<WebhookMessage>,
  once: string | null = null,
): Promise<void> {
  await insertDeliveries(ctx, { companyId }, { type: event.type, body: bodyOf(ctx, companyId, event), once });
}

export function bodyOf(
  ctx: Context,
  companyId: number,
  { type, data }: WebhookContent<WebhookMessage>,
): string {
  const link = new URL(data.link, ctx.services.config.publicUrl).href;
  const message = { type, timestamp: ctx.now.toISOString(), data: { companyId, ...data, link } };
  return JSON.stringify(message);
}
