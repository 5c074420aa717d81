import type { WebhookEvent } from "#contract/notices/webhooks.ts";

/** Each event's meaning, for the person choosing it. */
export const eventNames: Record<WebhookEvent, { name: string; means: string }> = {
  "document.ready": { name: "Document ready", means: "A document was read and can answer" },
  "document.failed": { name: "Document failed", means: "A document could not be read" },
  "answer.corrected": { name: "Answer corrected", means: "A reviewer found an answer wrong" },
  "spend.near_limit": { name: "Spend near its limit", means: "80% of the day's model tokens are used" },
};

/** Handles events unknown to this version of the screen, too. */
export function eventName(event: string): string {
  if (event === "webhook.test") return "Test event";
  return Object.entries(eventNames).find(([name]) => name === event)?.[1].name ?? event;
}
