import type { Rating } from "#contract/answers.ts";
import type { ReviewVerdict } from "#contract/interactions.ts";
import type { SelectedTags } from "#contract/values.ts";

/** A question as an agent typed it, with what was said about its answer afterwards. */
export type DemoQuestion = {
  text: string;
  tags?: Partial<SelectedTags>;
  /** Left out: chance decides between good and no rating. */
  rating?: Rating;
  feedback?: string;
  review?: { verdict: ReviewVerdict; note: string };
  /** Asked right after, in the same chat. */
  followUp?: DemoQuestion;
};
