import type { WebhookMessage } from "#contract/webhooks.ts";
import type { Context } from "#server/context.ts";
import { insertDeliveries } from "./delivery-store.ts";

/** A message before it is dated and told which company it is of, with its link below the address of the installation. */
type Told<Message> = Message extends WebhookMessage
  ? { type: Message["type"]; data: Omit<Message["data"], "companyId"> }
  : never;

/**
 * Stores what happened for every webhook of the company that wants to know, in the transaction in which it happens: neither
 * is there without the other.
 * @param once told to each webhook once under this name, however often it is said
 */
export async function emit(
  ctx: Context,
  companyId: number,
  event: Told<WebhookMessage>,
  once: string | null = null,
): Promise<void> {
  await insertDeliveries(ctx, { companyId }, { type: event.type, body: bodyOf(ctx, companyId, event), once });
}

export function bodyOf(ctx: Context, companyId: number, { type, data }: Told<WebhookMessage>): string {
  const link = new URL(data.link, ctx.services.config.publicUrl).href;
  const message = { type, timestamp: ctx.now.toISOString(), data: { companyId, ...data, link } };
  return JSON.stringify(message);
}
