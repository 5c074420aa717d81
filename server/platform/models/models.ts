/** One call to a language model. */
export type ModelRequest = {
  baseUrl: string;
  apiKey: string;
  model: string;
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  temperature: number;
  maxOutputTokens: number;
  signal: AbortSignal;
};

export type ModelChunk =
  | { type: "delta"; text: string }
  /** `isCut`: the reply reached `maxOutputTokens` before its end. */
  | { type: "usage"; inputTokens: number | null; outputTokens: number | null; isCut: boolean };

export type EmbeddingRequest = {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  texts: string[];
  signal: AbortSignal;
};

/** Vectors in the order of the texts, all of one length, as the model gave them. */
export type Embeddings = { vectors: number[][]; inputTokens: number | null };

export type ModelFault = "refused-key" | "busy" | "unreachable" | "silent" | "broken" | "refused";

/** A provider that did not answer, as a sentence that can be shown. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | null;
  constructor(fault: ModelFault, message: string, cause?: unknown, retryAfterMs: number | null = null) {
    super(message, { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
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
  /** Asks the provider whether a key works, without generating anything. */
  check(endpoint: {
    baseUrl: string;
    apiKey: string;
    signal: AbortSignal;
  }): Promise<{ ok: boolean; message: string }>;
};
