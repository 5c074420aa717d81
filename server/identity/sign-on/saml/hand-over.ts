import { z } from "zod";
import type { Config } from "#server/kernel/config/config.ts";
import { open, seal } from "#server/platform/secrets.ts";
import { reasons } from "../refusal.ts";

/**
 * A checked response on its way through the browser, from the provider's form, which brings no cookie, to our screen,
 * which does. Without the cookie of the browser that started, it is useless.
 */
const HandOver = z.object({
  companyId: z.number(),
  expiresAt: z.number(),
  read: z.union([
    z.object({
      /** The provider's entity ID. */
      issuer: z.string(),
      assertionId: z.string(),
      inResponseTo: z.string(),
      claims: z.object({
        subject: z.string(),
        email: z.string().nullable(),
        firstName: z.string(),
        lastName: z.string(),
        groups: z.array(z.string()),
      }),
    }),
    z.object({ refused: z.enum(reasons) }),
  ]),
});
export type HandOver = z.output<typeof HandOver>;

/** The screen sends it on at once. */
export const handOverMs = 60_000;
const bound = "sign-on hand-over";
const name = "saml";

/** The query of the redirect to the screen. */
export function queryOf({ secretKeys }: Config, handOver: HandOver): string {
  return `?${name}=${seal(secretKeys, bound, JSON.stringify(handOver)).toString("base64url")}`;
}

/** null if the query has none that is ours and still valid. */
export function handOverIn({ secretKeys }: Config, query: string, now: Date): HandOver | null {
  const sealed = new URLSearchParams(query).get(name);
  if (sealed === null) return null;
  try {
    const handOver = HandOver.parse(JSON.parse(open(secretKeys, bound, Buffer.from(sealed, "base64url"))));
    return handOver.expiresAt > now.getTime() ? handOver : null;
  } catch {
    return null;
  }
}
