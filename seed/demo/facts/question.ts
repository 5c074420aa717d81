import type { SelectedTags } from "#contract/kernel/values.ts";

/** A question as an agent typed it, and the answer of a colleague who knows the documents by heart. */
export type DemoQuestion = {
  text: string;
  /** Words that a right answer contains; null if the documents don't answer the question. */
  expects: string | null;
  tags?: Partial<SelectedTags>;
  /** The follow-up in the same chat. */
  followUp?: DemoQuestion;
};

export function asked(text: string, expects: string | null): DemoQuestion {
  return { text, expects };
}
