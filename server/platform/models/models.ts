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
  | { type: "usage"; inputTokens: number | null; outputTokens: number | null; finished: boolean };

export type ModelFault = "refused-key" | "busy" | "unreachable" | "broken" | "refused";

/** A provider that did not answer, as a sentence that can be shown. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  constructor(fault: ModelFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** The way to a language model, whoever serves it. */
export type Models = {
  /**
   * Streams an answer; the last chunk is `usage`.
   * @throws ModelError; an abort of the signal ends the provider's call and rejects
   */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
  /** Asks the provider whether a key works, without generating anything. */
  check(endpoint: {
    baseUrl: string;
    apiKey: string;
    signal: AbortSignal;
  }): Promise<{ ok: boolean; message: string }>;
};
