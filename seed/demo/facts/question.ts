import type { SelectedTags } from "#contract/values.ts";

/** A question as an agent typed it, and what a colleague who knows the documents would have answered. */
export type DemoQuestion = {
  text: string;
  /** Words that a right answer holds; null where the documents do not answer. */
  expects: string | null;
  tags?: Partial<SelectedTags>;
  /** Asked right after, in the same chat. */
  followUp?: DemoQuestion;
};

export function asked(text: string, expects: string | null): DemoQuestion {
  return { text, expects };
}
