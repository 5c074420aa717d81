import { z } from "zod";
import { Webhook, WebhookDelivery, WebhookEvent } from "#contract/notices/webhooks.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import type { WebhookRow } from "./store.ts";

export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const isOverlapping = row.previous_until !== null && row.previous_until > now;
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    url: row.url,
    events: z.array(WebhookEvent).parse(row.events),
    isActive: row.is_active,
    version: row.version,
    offReason: row.off_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousUntil: isOverlapping ? (row.previous_until?.toISOString() ?? null) : null,
    waiting: row.waiting,
    lastDeliveryAt: row.delivered_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    messageId: row.message_id,
    event: row.event,
    state: WebhookDelivery.shape.state.parse(row.state),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    statusCode: row.status_code,
    response: row.response,
    failure: row.failure,
    body: row.body,
    createdAt: row.created_at.toISOString(),
  };
}
