import type { ModelParameter, ProviderName } from "#contract/providers.ts";

/** What a call must know about a model before it is made. */
export type ModelProfile = {
  /** true: spends output tokens on thinking before it answers; null: not known. */
  thinks: boolean | null;
  /** Parameters that the model answers with status 400. */
  refuses: readonly ModelParameter[];
  /** Tokens that a prompt and its answer may have together; missing where nobody knows. */
  contextTokens?: number | null;
};

/** Where a model is and how it is reached. */
export type ModelAddress = {
  provider: ProviderName;
  baseUrl: string;
  /** null for a server that needs none. */
  apiKey: string | null;
  /** As the provider calls it: a model's name, for Azure a deployment's. */
  model: string;
  profile: ModelProfile;
};

/** One call to a language model. */
export type ModelRequest = ModelAddress & {
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  /** Wanted; it is left out for models that think or refuse it. */
  temperature: number;
  /** Thinking included. */
  maxOutputTokens: number;
  signal: AbortSignal;
};

/** The parameters that a call really sent, for the record. */
export type SentParameters = {
  maxOutputTokens: number;
  temperature?: number;
  reasoningEffort?: "low";
};

export type ModelEnd = {
  type: "usage";
  inputTokens: number | null;
  outputTokens: number | null;
  /** The reply reached `maxOutputTokens` before its end. */
  isCut: boolean;
  /** The model that answered, by its provider's own word: another than the one asked for where a provider redirects. */
  answeredBy: string;
  /** OpenAI's name for the configuration that answered; null where a provider gives none. */
  fingerprint: string | null;
  parameters: SentParameters;
};

export type ModelChunk = { type: "delta"; text: string } | ModelEnd;

export type EmbeddingRequest = {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  texts: string[];
  signal: AbortSignal;
};

/** Vectors in the order of the texts, all of one length, as the model gave them. */
export type Embeddings = { vectors: number[][]; inputTokens: number | null };

/**
 * `gone`: the provider does not offer the model (any more). `filtered`: its content filter stopped the answer. `empty`:
 * the model wrote nothing. `refused`: the provider did not accept the call.
 */
export type ModelFault =
  | "refused-key"
  | "busy"
  | "unreachable"
  | "silent"
  | "broken"
  | "refused"
  | "gone"
  | "filtered"
  | "empty";

type FaultDetails = {
  cause?: unknown;
  retryAfterMs?: number | null;
  said?: string | null;
  parameter?: ModelParameter | null;
};

/** A provider that did not answer, as a sentence that can be shown. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | null;
  /** Status and message as the provider sent them, without keys and bounded; for administrators. */
  readonly said: string | null;
  /** The parameter that the model refused. */
  readonly parameter: ModelParameter | null;
  constructor(fault: ModelFault, message: string, details: FaultDetails = {}) {
    super(message, { cause: details.cause });
    this.fault = fault;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.said = details.said ?? null;
    this.parameter = details.parameter ?? null;
  }
}

/** The way to language models and embedders, whoever serves them. */
export type Models = {
  /**
   * Streams an answer; the last chunk is `usage`.
   * @throws ModelError; an abort of the signal ends the provider's call and rejects
   */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
  /** @throws ModelError; an abort of the signal ends the provider's call and rejects */
  embed(request: EmbeddingRequest): Promise<Embeddings>;
  /**
   * The names of the models that the provider offers for this key, sorted.
   * @throws ModelError; an abort of the signal ends the call and rejects
   */
  list(place: Omit<ModelAddress, "model" | "profile"> & { signal: AbortSignal }): Promise<string[]>;
};
