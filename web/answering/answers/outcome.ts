import type { Mode, Outcome } from "#contract/answering/answers.ts";

type Checked = { outcome: Outcome; mode: Mode; confirmed: number; claims: number };

/** A question's outcome, in a few words. Quotes are their own sources: only a model's sentences are checked. */
export function outcomeOf({ outcome, mode, confirmed, claims }: Checked): {
  tone: "ok" | "warn" | "bad" | "plain";
  text: string;
} {
  if (outcome === "failed") return { tone: "bad", text: "failed" };
  if (outcome === "abstained") return { tone: "warn", text: "declined" };
  if (mode === "approved") return { tone: "ok", text: "approved" };
  if (mode === "extractive") return { tone: "plain", text: "quoted" };
  if (claims === 0) return { tone: "ok", text: "answered" };
  // the others were not checked word for word; unsupported ones were removed
  return { tone: "ok", text: confirmed === claims ? "all confirmed" : `${confirmed} of ${claims} confirmed` };
}
