import type { Actor } from "#server/actor.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type AuditEvent = {
  /** `noun.verb`, e.g. `document.delete`. */
  action: string;
  target: { type: string; id: number | string };
  /** Where it happened, when the caller itself acts across companies. */
  company?: number | null;
  before?: Record<string, Json>;
  after?: Record<string, Json>;
  result?: "done" | "refused" | "failed";
  /** Who it was, where the call itself has no person yet (sign-in). */
  actor?: Actor;
};
