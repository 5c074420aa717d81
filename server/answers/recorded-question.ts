import type { SelectedTags } from "#contract/values.ts";
import type { Focus } from "#engine/quote/focus.ts";
import type { UsableKey } from "#server/llm/usable-key.ts";
import type { Allowed } from "#server/policy.ts";
import type { ThemeRow } from "#server/themes/shared-store.ts";
import type { Turn } from "./model/prompt.ts";

/** A question on record, with what its answer is made with. */
export type RecordedQuestion = {
  id: number;
  question: string;
  askedAt: Date;
  /** For whom a program asked, in its words. */
  endUser: string | null;
  /** null where no model is asked. */
  promptVersion: string | null;
  theme: Allowed<ThemeRow, "ask">;
  key: UsableKey | null;
  /** For a theme that may fall back to it. */
  otherKey: UsableKey | null;
  turns: Turn[];
  tags: SelectedTags;
  /** Versions that carry a chosen tag; null when no tag was chosen. */
  versions: Set<number> | null;
  focus: Focus;
};
