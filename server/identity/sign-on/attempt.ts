import { z } from "zod";
import { open, seal } from "#server/platform/secrets.ts";
import type { Config } from "#server/kernel/config/config.ts";

const begun = { companyId: z.number(), expiresAt: z.number() };

/**
 * A sign-in started in this browser, until the provider redirects back (RFC 7636, RFC 9207; SAML core, 3.2.2:
 * InResponseTo).
 */
const Attempt = z.discriminatedUnion("protocol", [
  z.object({
    ...begun,
    protocol: z.literal("oidc"),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
  }),
  z.object({ ...begun, protocol: z.literal("saml"), requestId: z.string() }),
]);
export type Attempt = z.output<typeof Attempt>;

/** Long enough for a second factor at the provider. */
export const attemptMinutes = 10;
const bound = "sign-on attempt";

export function sealAttempt({ secretKeys }: Config, attempt: Attempt): string {
  return seal(secretKeys, bound, JSON.stringify(attempt)).toString("base64url");
}

/** null for a cookie that is not ours, was changed, or has expired. */
export function openAttempt({ secretKeys }: Config, sealed: string | null, now: Date): Attempt | null {
  if (sealed === null) return null;
  try {
    const attempt = Attempt.parse(JSON.parse(open(secretKeys, bound, Buffer.from(sealed, "base64url"))));
    return attempt.expiresAt > now.getTime() ? attempt : null;
  } catch {
    return null;
  }
}
