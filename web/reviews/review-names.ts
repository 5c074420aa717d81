import type { ReviewKind, ReviewReason, ReviewStatus, ReviewVerdict } from "#contract/reviews.ts";

/** A reviewer's verdicts as people read them. */
export const verdictNames: Record<ReviewVerdict, string> = {
  correct: "Correct",
  incomplete: "Incomplete",
  wrong: "Wrong",
  source_wrong: "Source wrong",
};

export const verdictMeanings: Record<ReviewVerdict, string> = {
  correct: "The answer is right and complete",
  incomplete: "What it says is right, but something is missing",
  wrong: "States something untrue",
  source_wrong: "The documents themselves are wrong or out of date",
};

/** Why an answer is on the desk. */
export const reasonNames: Record<ReviewReason, string> = {
  bad_rating: "rated bad",
  unsupported: "removed sentence",
  abstained: "not in the documents",
  sample: "random sample",
  requested: "by hand",
};

export const statusNames: Record<ReviewStatus, string> = {
  open: "Open",
  second_opinion: "Second opinion",
  disagreement: "Disagreement",
  done: "Done",
};

export const kindNames: Record<ReviewKind, string> = {
  first: "first review",
  second: "second opinion",
  decision: "decision",
  revision: "later look",
};
