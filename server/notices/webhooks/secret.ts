import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Binds a sealed signing secret to its webhook. */
export const webhookBinding = (companyId: number, id: number) => `company:${companyId}/webhook:${id}`;

/** Standard Webhooks requires 24 to 64 bytes; 32 are as many as the hash has. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/** The headers that authenticate a message to its receiver: one signature per valid secret. */
export function signedHeaders(
  secrets: string[],
  { messageId, at, body }: { messageId: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const mac = createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64");
    return `v1,${mac}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
