import type { Answer, Rating } from "#contract/answering/answers.ts";
import type { ReviewVerdict } from "#contract/answering/reviews.ts";
import type { DemoQuestion } from "./facts/question.ts";
import type { Random } from "./random.ts";

export type GivenRating = { rating: Rating; feedback?: string };
export type GivenReview = { verdict: ReviewVerdict; note: string; correctedAnswer: string };

/** Chosen so that about two thirds of all answers are rated. */
const ratedShares = { right: 0.74, abstained: 0.3, wrong: 0.7 };
/** Bad answers are reviewed, and a sample of the others. */
const reviewedShares = { right: 0.06, wrong: 0.6 };

/**
 * What people said about an answer. They judge by what the documents say, so the ratings of the demo are as good as
 * its answers are.
 */
export function judge(
  { expects }: DemoQuestion,
  { response, outcome }: Pick<Answer, "response" | "outcome">,
  random: Random,
): { rating: GivenRating | null; review: GivenReview | null } {
  // drawn first: a better answer must not change who asks the next question
  const [ratedBy, feedbackBy, reviewedBy] = [random.next(), random.next(), random.next()];
  const abstained = outcome === "abstained";
  if (expects === null ? abstained : holds(response, expects)) {
    const isRated = ratedBy < (abstained ? ratedShares.abstained : ratedShares.right);
    const note = abstained ? "Right to abstain: no document of this theme says it." : "";
    return {
      rating: isRated ? { rating: "good" } : null,
      review: reviewedBy < reviewedShares.right ? { verdict: "correct", note, correctedAnswer: "" } : null,
    };
  }
  const feedback = abstained ? "This is in the documents." : "Not what I asked.";
  return {
    rating: ratedBy < ratedShares.wrong ? { rating: "bad", ...(feedbackBy < 0.5 ? { feedback } : {}) } : null,
    review:
      reviewedBy < reviewedShares.wrong
        ? {
            verdict: expects === null ? "wrong" : "incomplete",
            note: expects === null ? "Should have abstained." : "The passage with the figure was not found.",
            correctedAnswer:
              expects === null ? "Our documents do not answer this." : `What our policy says: ${expects}.`,
          }
        : null,
  };
}

/** Ignoring case and line breaks. */
export function holds(response: string, expects: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, " ").replaceAll("’", "'");
  return plain(response).includes(plain(expects));
}
