import type { ReviewVerdict } from "#contract/interactions.ts";

/** A reviewer's verdicts as people read them. */
export const verdictNames: Record<ReviewVerdict, string> = {
  correct: "Correct",
  incomplete: "Incomplete",
  wrong: "Wrong",
  source_wrong: "Source wrong",
};
