import type { ReviewKind, ReviewStatus, ReviewVerdict } from "#contract/answering/reviews.ts";

export type EarlierReview = { kind: ReviewKind; reviewerId: number; verdict: ReviewVerdict };

/** Determines whose turn it is. */
export type Turn = {
  status: ReviewStatus;
  /** Oldest first. */
  reviews: EarlierReview[];
  reviewerId: number;
  /** Administrators of the company who could review. */
  reviewers: number;
};

type Given = Turn & {
  verdict: ReviewVerdict;
  /** Someone else must review before the verdict is final. */
  secondOpinion: boolean;
};

type Step =
  | { kind: ReviewKind; status: ReviewStatus; agrees: boolean | null; isDone: boolean }
  | { refused: string };

/** From this number on, a third person can decide between two: two administrators cannot wait for one. */
const enoughForThird = 3;

/**
 * The effect of a verdict on a case: a first review closes it or requests a second opinion; a second by someone else
 * closes it or finds a disagreement; a third decides. A review of a finished case revises it.
 */
export function progress(given: Given): Step {
  const { status, reviews, verdict } = given;
  const refused = refusal(given);
  if (refused !== null) return { refused };
  if (status === "second_opinion") {
    const agrees = checkedReview(reviews)?.verdict === verdict;
    return { kind: "second", status: agrees ? "done" : "disagreement", agrees, isDone: agrees };
  }
  if (status === "disagreement") return { kind: "decision", status: "done", agrees: null, isDone: true };
  const asksAgain = given.secondOpinion && maySecond(reviews);
  return {
    kind: reviews.length === 0 ? "first" : "revision",
    status: asksAgain ? "second_opinion" : "done",
    agrees: null,
    isDone: !asksAgain,
  };
}

/** Why this reviewer cannot give the next verdict; null if they can. */
export function refusal({ status, reviews, reviewerId, reviewers }: Turn): string | null {
  if (status === "second_opinion" && checkedReview(reviews)?.reviewerId === reviewerId)
    return "The second opinion must come from another reviewer.";
  const tookPart = reviews.some((review) => review.reviewerId === reviewerId);
  if (status === "disagreement" && tookPart && reviewers >= enoughForThird)
    return "Two reviewers disagree. A third person decides.";
  return null;
}

/** While a second opinion is pending, reviewers read only their own: agreement must compare independent reviews. */
export function isBlind(status: string | undefined): boolean {
  return status === "second_opinion";
}

/** One second opinion per case: more would make the measure of agreement meaningless. */
export function maySecond(reviews: { kind: string }[]): boolean {
  return reviews.every((review) => review.kind !== "second");
}

/** The review a second opinion is compared with: the newest first one. */
function checkedReview(reviews: EarlierReview[]): EarlierReview | undefined {
  return reviews.findLast((review) => review.kind === "first" || review.kind === "revision");
}
