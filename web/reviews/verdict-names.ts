import type { ReviewVerdict } from "#contract/reviews.ts";

/** A reviewer's verdicts as people read them. */
export const verdictNames: Record<ReviewVerdict, string> = {
  correct: "Correct",
  incomplete: "Incomplete",
  wrong: "Wrong",
  source_wrong: "Source wrong",
};
