import type { SelectedTags } from "#contract/kernel/values.ts";
import type { Focus } from "#engine/quote/focus.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { Turn } from "./model/prompt.ts";

/** What an answer is made from. */
export type ComposedFrom = {
  /** null: a test run asks it, and records nothing. */
  id: number | null;
  question: string;
  theme: ThemeRow;
  key: UsableKey | null;
  /** For a theme that may fall back to it. */
  otherKey: UsableKey | null;
  turns: Turn[];
  tags: SelectedTags;
  /** Versions with a chosen tag; null if no tag was chosen. */
  versions: Set<number> | null;
  focus: Focus;
};

/** A recorded question, with the inputs for its answer. */
export type RecordedQuestion = ComposedFrom & {
  id: number;
  askedAt: Date;
  /** The end user, in the words of the calling program. */
  endUser: string | null;
  /** null if no model is used. */
  promptVersion: string | null;
  theme: Allowed<ThemeRow, "ask">;
};
