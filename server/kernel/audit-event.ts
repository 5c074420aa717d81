import type { Actor } from "./actor.ts";
import type { Json } from "#server/platform/log/canonical.ts";

export type AuditEvent = {
  /** `noun.verb`, e.g. `document.delete`. */
  action: string;
  target: { type: string; id: number | string };
  /** The company of the event, if the caller itself acts across companies. */
  company?: number | null;
  before?: Record<string, Json>;
  after?: Record<string, Json>;
  result?: "done" | "refused" | "failed";
  /** The actor, if the call itself has no person yet (sign-in). */
  actor?: Actor;
  /** Commitment to the manifest of the event's answer. */
  manifest?: Buffer;
};
