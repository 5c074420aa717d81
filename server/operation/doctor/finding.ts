import type { Config } from "#server/kernel/config/config.ts";

/** `wrong` keeps a part from working, `warning` leaves it without a protection; `note` is information. */
export type Finding = { part: string; state: "fine" | "note" | "warning" | "wrong"; says: string };
export type Look = (config: Config) => Promise<Omit<Finding, "part">>;

export const fine = (says: string) => ({ state: "fine" as const, says });
export const note = (says: string) => ({ state: "note" as const, says });
export const warning = (says: string) => ({ state: "warning" as const, says });
export const wrong = (says: string) => ({ state: "wrong" as const, says });

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
