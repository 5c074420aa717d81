import type { Outcome } from "#contract/answers.ts";

type Checked = { outcome: Outcome; confirmed: number; claims: number };

/** What became of a question, in a few words: how many of the checked sentences its sources confirm. */
export function outcomeOf({ outcome, confirmed, claims }: Checked): {
  tone: "ok" | "warn" | "bad";
  text: string;
} {
  if (outcome === "failed") return { tone: "bad", text: "failed" };
  if (outcome === "abstained") return { tone: "warn", text: "not in the documents" };
  if (claims === 0) return { tone: "ok", text: "answered" };
  // the others were not checked word for word; what no source supports was removed
  return { tone: "ok", text: confirmed === claims ? "all confirmed" : `${confirmed} of ${claims} confirmed` };
}
