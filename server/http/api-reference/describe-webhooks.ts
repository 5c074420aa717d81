import { WebhookMessage } from "#contract/notices/webhooks.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

const headers = {
  "webhook-id": "The message; the same at every attempt, so that a repetition is known",
  "webhook-timestamp": "Seconds since 1970 when this attempt was made",
  "webhook-signature":
    "`v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body`; two, with a space between them, while a secret is renewed",
};

const example: WebhookMessage = {
  type: "document.ready",
  timestamp: "2026-11-24T09:30:00.000Z",
  data: {
    companyId: 1,
    documentId: 42,
    documentName: "Refund Policy.pdf",
    version: 2,
    themeId: 7,
    needsApproval: false,
    needsSignOff: false,
    link: "https://policies.example.com/themes?theme=7&tab=documents",
  },
};

/** The messages to webhook receivers, in OpenAPI 3.1's form for calls in the opposite direction. */
export function describeWebhooks(schemas: ApiSchemas): Json {
  const post = {
    operationId: "webhooks.receive",
    tags: ["webhooks"],
    summary: "An event, POSTed to a webhook's address",
    description:
      "Signed after [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature before you read the body, answer 2xx within 15 seconds, and expect a message more than once.",
    // the receiver's own; a delivery carries its signature
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: schemas.of(WebhookMessage, "output"), example } },
    },
    responses: {
      "2XX": { description: "Taken" },
      "410": { description: "Gone: the webhook is switched off" },
      default: { description: "Tried again, eight times within about 28 hours" },
    },
  };
  return { event: { post } };
}
