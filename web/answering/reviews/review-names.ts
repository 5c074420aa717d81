import type { Outcome } from "#contract/answering/answers.ts";
import {
  ReviewVerdict,
  type ReviewKind,
  type ReviewReason,
  type ReviewStatus,
} from "#contract/answering/reviews.ts";

/** Display names of a reviewer's verdicts. */
export const verdictNames: Record<ReviewVerdict, string> = {
  correct: "Correct",
  incomplete: "Incomplete",
  wrong: "Wrong",
  source_wrong: "Source outdated",
};

/** To filter by. */
export const verdictOptions = [
  { value: "", label: "All verdicts" },
  ...ReviewVerdict.options.map((verdict) => ({ value: verdict, label: verdictNames[verdict] })),
];

const verdictMeanings: Record<ReviewVerdict, string> = {
  correct: "The answer is right and complete",
  incomplete: "What it says is right, but something is missing",
  wrong: "States something untrue",
  source_wrong: "The documents themselves are wrong or out of date",
};

/** An unanswered question can't be incomplete. */
const declinedNames: Record<ReviewVerdict, string> = {
  ...verdictNames,
  correct: "Rightly declined",
  wrong: "Should have answered",
  source_wrong: "Document missing",
};

const declinedMeanings: Record<ReviewVerdict, string> = {
  ...verdictMeanings,
  correct: "The documents don't answer this, and need not",
  wrong: "The documents do answer this",
  source_wrong: "A document that answers this should be added",
};

const declinedVerdicts = ReviewVerdict.exclude(["incomplete"]).options;

/** The verdicts that fit the outcome, in the order of their keys. */
const verdictsFor = (outcome: Outcome): readonly ReviewVerdict[] =>
  outcome === "abstained" ? declinedVerdicts : ReviewVerdict.options;

/** An earlier review may have a verdict that is no longer offered. */
export function verdictsOffered(outcome: Outcome, latest: ReviewVerdict | null): readonly ReviewVerdict[] {
  const fitting = verdictsFor(outcome);
  return latest === null || fitting.includes(latest) ? fitting : [...fitting, latest];
}

export const verdictName = (verdict: ReviewVerdict, outcome: Outcome): string =>
  (outcome === "abstained" ? declinedNames : verdictNames)[verdict];

export const verdictMeaning = (verdict: ReviewVerdict, outcome: Outcome): string =>
  (outcome === "abstained" ? declinedMeanings : verdictMeanings)[verdict];

/** The reason an answer is on the desk. */
export const reasonNames: Record<ReviewReason, string> = {
  bad_rating: "rated bad",
  unsupported: "removed sentence",
  abstained: "declined",
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
  revision: "later review",
};
