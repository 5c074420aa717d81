import type { Mode } from "#contract/answering/answers.ts";
import type { ProviderName } from "#contract/models/providers.ts";
import type { Draft } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { ModelEnd } from "#server/models/llm/models.ts";

/** A call to a model, in its recorded form. */
type AnsweringModel = Omit<ModelEnd, "type" | "isCut"> & { provider: ProviderName; asked: string };

/** Everything recorded with an answer. */
export type ComposedAnswer = {
  draft: Draft;
  mode: Mode;
  /** The requested model and the one that answered; null for quotes. */
  model: AnsweringModel | null;
  /** The reason why the theme's own model didn't write it, as a sentence. */
  fallback: string | null;
  evidence: Evidence[];
  /** Names, with their hashes, of what helped words to choose passages and quotes; null where it took no part. */
  chosenBy: { encoder: string | null; reader: string | null };
  retrievalMs: number;
  firstTokenMs: number | null;
};
