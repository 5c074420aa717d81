import type { Mode } from "#contract/answers.ts";
import type { ProviderName } from "#contract/providers.ts";
import type { Draft } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { ModelEnd } from "#server/llm/models.ts";

/** A call to a model as the record keeps it. */
type AnsweringModel = Omit<ModelEnd, "type" | "isCut"> & { provider: ProviderName; asked: string };

/** Everything about an answer that is recorded with it. */
export type ComposedAnswer = {
  draft: Draft;
  mode: Mode;
  /** The model that was asked and what answered; null for quotations. */
  model: AnsweringModel | null;
  /** Why not the theme's own model wrote it, as a sentence. */
  fallback: string | null;
  evidence: Evidence[];
  retrievalMs: number;
  firstTokenMs: number | null;
};
