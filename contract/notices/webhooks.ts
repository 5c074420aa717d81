import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import {
  Done,
  Id,
  IdParams,
  KnownVersion,
  PathId,
  requiredText,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Notifications of events to other programs, and their deliveries";

export const webhookEvents = [
  "document.ready",
  "document.failed",
  "answer.corrected",
  "spend.near_limit",
] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** Ids, names and a link: a person with access follows the link and signs in to read more. */
const link = z.url().describe("Where to read more, after signing in");
const companyId = Id.describe("The company where it happened");
const document = {
  companyId,
  documentId: Id.describe("The document"),
  documentName: z.string().describe("Its name"),
  version: z.number().int().describe("Its version, from 1"),
  themeId: Id.describe("The theme it belongs to"),
  link,
};
const at = Timestamp.describe("When it happened");

/**
 * The body of the POST, sent with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * (standardwebhooks.com).
 */
export const WebhookMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("document.ready"),
    timestamp: at,
    data: z.object({
      ...document,
      needsApproval: z
        .boolean()
        .describe("It answers questions once someone has approved its effect on the theme's test set"),
      needsSignOff: z.boolean().describe("It answers questions once an administrator has signed off on it"),
    }),
  }),
  z.object({
    type: z.literal("document.failed"),
    timestamp: at,
    data: z.object({ ...document, reason: z.string().describe("Why it could not be read") }),
  }),
  z.object({
    type: z.literal("answer.corrected"),
    timestamp: at,
    data: z.object({
      companyId,
      interactionId: Id.describe("The question and its answer"),
      themeId: Id.describe("The theme that was asked"),
      verdict: ReviewVerdict.exclude(["correct"]).describe("The reviewer's verdict"),
      link,
    }),
  }),
  z.object({
    type: z.literal("spend.near_limit"),
    timestamp: at,
    data: z.object({
      companyId,
      day: z.iso.date().describe("The day (UTC) whose tokens are nearly used up"),
      tokens: z.number().int().describe("Model tokens used or reserved"),
      limit: z.number().int().describe("Model tokens per day"),
      link,
    }),
  }),
  z.object({
    type: z.literal("webhook.test"),
    timestamp: at,
    data: z.object({ companyId, webhookId: Id.describe("The tested webhook"), link }),
  }),
]);
export type WebhookMessage = z.output<typeof WebhookMessage>;

const fields = {
  name: requiredText(120, "A webhook needs a name."),
  url: requiredText(2000, "A webhook needs an address.").describe(
    "An https:// address on the public internet; hosts in PRIVATE_HOSTS can be internal",
  ),
  events: z
    .array(WebhookEvent)
    .min(1, "Choose at least one event.")
    .transform((events) => [...new Set(events)])
    .describe("The events it receives"),
  isActive: z.boolean().describe("Off: nothing is sent, and new events are not stored for it"),
};

export const Webhook = z.object({
  id: Id,
  companyId: Id.describe("The company it belongs to"),
  companyName: z.string().describe("Its name"),
  ...fields,
  version: Version,
  offReason: z.string().nullable().describe("Why the program switched it off; null: it did not"),
  failingSince: Timestamp.nullable().describe(
    "The first failed attempt since the last success; null: the last attempt succeeded",
  ),
  previousUntil: Timestamp.nullable().describe(
    "Until then, the earlier secret signs too; null: there is none",
  ),
  waiting: z.number().int().describe("Deliveries waiting for an attempt"),
  lastDeliveryAt: Timestamp.nullable().describe("The last successful attempt; null: none in 30 days"),
  createdAt: Timestamp.describe("When it was added"),
});
export type Webhook = z.output<typeof Webhook>;

const WithSecret = z.object({
  webhook: Webhook,
  secret: z.string().describe("`whsec_` and the key in Base64; shown once"),
});

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/webhooks",
  permission: "key:list",
  summary: "Webhooks of a company, newest first",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(Webhook),
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks",
  permission: "key:edit",
  summary: "Add a webhook; the response shows its signing secret once",
  details:
    "Deliveries follow [Standard Webhooks](https://www.standardwebhooks.com). Each has the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`: `v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body` with the secret. A response other than 2xx, or none within 15 seconds, leads to up to seven more attempts within about 28 hours.",
  status: 201,
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("The company of the webhook; required for super admins"),
    name: fields.name,
    url: fields.url,
    events: fields.events,
  }),
  output: WithSecret,
});

export const updateWebhook = endpoint({
  method: "PUT",
  path: "/api/webhooks/:id",
  permission: "key:edit",
  summary: "Change a webhook; switching it off drops its waiting deliveries",
  stepUp: ["url"],
  params: IdParams,
  body: z.object({
    name: fields.name.optional(),
    url: fields.url.optional(),
    events: fields.events.optional(),
    isActive: fields.isActive.optional(),
    version: KnownVersion,
  }),
  output: Webhook,
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/secret",
  permission: "key:edit",
  summary: "Make a new signing secret; for 24 hours, the earlier one signs too",
  stepUp: true,
  params: IdParams,
  output: WithSecret,
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/webhooks/:id",
  permission: "key:edit",
  summary: "Delete a webhook with its deliveries; waiting ones are not sent",
  params: IdParams,
  output: Done,
});

export const WebhookDelivery = z.object({
  id: Id,
  messageId: z.string().describe("The header `webhook-id`, the same for every attempt"),
  event: z.string().describe("The `type` of the message"),
  state: z.enum(["waiting", "delivered", "failed"]).describe("failed: no further automatic attempt"),
  attempts: z.number().int().describe("Attempts so far"),
  nextAttemptAt: Timestamp.nullable().describe("When the next attempt is due, while waiting"),
  lastAttemptAt: Timestamp.nullable().describe("The last attempt; null: none yet"),
  statusCode: z.number().int().nullable().describe("HTTP status of the last response"),
  response: z.string().nullable().describe("The start of the last response, at most 1,000 characters"),
  failure: z.string().nullable().describe("Why the last attempt failed, as a sentence"),
  body: z.string().describe("The body, exactly as sent"),
  createdAt: Timestamp.describe("When it happened"),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: "GET",
  path: "/api/webhooks/:id/deliveries",
  permission: "key:list",
  summary: "Deliveries of a webhook in the last 30 days, newest first",
  params: IdParams,
  query: z.object({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional().describe("`next` of a page"),
    limit: z.coerce.number().int().min(1).max(200).default(50).describe("Rows of a page"),
  }),
  output: z.object({
    rows: z.array(WebhookDelivery),
    next: z.number().int().nullable().describe("`before` of the next page; null: this is the last page"),
  }),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/webhooks/:id/test",
  permission: "key:edit",
  summary: "Send a test event (`webhook.test`) to a webhook; its deliveries show the result",
  params: IdParams,
  output: WebhookDelivery,
});

export const sendWebhookAgain = endpoint({
  method: "POST",
  path: "/api/webhook-deliveries/:id/send-again",
  permission: "key:edit",
  summary: "Send a delivery again, with the same message ID",
  params: IdParams,
  output: WebhookDelivery,
});
