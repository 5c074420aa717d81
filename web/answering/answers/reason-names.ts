import type { RatingReason } from "#contract/answering/answers.ts";

/** Display names of reasons for a bad rating. */
export const reasonNames: Record<RatingReason, string> = {
  wrong: "Wrong",
  incomplete: "Incomplete",
  out_of_date: "Out of date",
  not_asked: "Not what I asked",
};
