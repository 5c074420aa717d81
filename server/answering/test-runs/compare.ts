import type { TestedChange } from "#contract/answering/test-runs.ts";

/** One side of a tested question. `words`: those that it rests on, or its reason. */
export type TestedSide = {
  outcome: "answered" | "abstained" | "failed";
  text: string;
  words: string;
  versionId: number | null;
  page: number | null;
  isRight: boolean;
};

/** What the change does to the answer; null: nothing. */
export function changeOf(before: TestedSide, after: TestedSide): TestedChange | null {
  if (before.outcome === "failed" || after.outcome === "failed") return "failed";
  if (before.isRight !== after.isRight) return before.isRight ? "broken" : "fixed";
  if (before.outcome !== after.outcome) return "changed";
  return inOneLine(before.words) === inOneLine(after.words) ? null : "changed";
}

const inOneLine = (words: string) => words.replace(/\s+/g, " ").trim();
