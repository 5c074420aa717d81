import type { RatingReason } from "#contract/answers.ts";

/** Reasons for a bad rating as people read them. */
export const reasonNames: Record<RatingReason, string> = {
  wrong: "Wrong",
  incomplete: "Incomplete",
  out_of_date: "Out of date",
  not_asked: "Not what I asked",
};
