import { portOf } from "#server/kernel/port.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import type { ModelLimits } from "#contract/models/limits.ts";
import type { Shape } from "./prompt.ts";
import type { ModelParameter, ProviderName } from "#contract/models/providers.ts";

/** Facts about a model that are needed before a call. */
export type ModelProfile = {
  /** true: spends output tokens on thinking before it answers; null: unknown. */
  thinks: boolean | null;
  /** Parameters that the model rejects with status 400. */
  refuses: readonly ModelParameter[];
  /** Maximum tokens of a prompt and its answer together; missing if unknown. */
  contextTokens?: number | null;
};

/** A model's address and how to reach it. */
export type ModelAddress = {
  provider: ProviderName;
  baseUrl: string;
  /** null for a server that needs none. */
  apiKey: string | null;
  /** The provider's name for it: a model's or, for Azure, a deployment's. */
  model: string;
  profile: ModelProfile;
};

/** A question: somebody waits for its answer. Judging: its answer is written. A suggestion: nobody waits. */
export type Urgency = "question" | "judging" | "suggestion";

/** One call to a language model. */
export type ModelRequest = ModelAddress & {
  /** Smart and Smarter fail, and are measured, apart. */
  slot?: ModelType;
  /** Missing: the usual ones. */
  limits?: ModelLimits;
  /** Missing: a question. */
  urgency?: Urgency;
  /** Told what is sent, before it is: a call that never ends has parameters too. */
  onSent?(parameters: SentParameters): void;
  system: string;
  shape?: Shape;
  messages: { role: "user" | "assistant"; content: string }[];
  /** Requested; left out for models that think or refuse it. */
  temperature: number;
  /** Includes thinking. */
  maxOutputTokens: number;
  signal: AbortSignal;
};

/** The parameters a call actually sent, for the record. */
export type SentParameters = {
  maxOutputTokens: number;
  temperature?: number;
  reasoningEffort?: "low";
  responseFormat?: "json_schema";
};

export type ModelEnd = {
  type: "usage";
  inputTokens: number | null;
  outputTokens: number | null;
  /** The reply reached `maxOutputTokens` before its end. */
  isCut: boolean;
  /** The model that answered, according to its provider: differs from the requested one if a provider redirects. */
  answeredBy: string;
  /** OpenAI's name for the configuration that answered; null for providers without one. */
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

/** Vectors in the order of the texts, all of one length, as the model returned them. */
export type Embeddings = { vectors: number[][]; inputTokens: number | null };

/**
 * `no-credit`: the account must be paid for. `too-long`: the prompt exceeds what the model can read. `gone`: the provider
 * does not (or no longer) offer the model. `not-served`: it does not serve the country that calls it. `filtered`: its content filter stopped the answer.
 * `empty`: the model wrote nothing. `refused`: the provider did not accept the call. `no-provider`: something else answers
 * at the address.
 */
export type ModelFault =
  | "refused-key"
  | "no-credit"
  | "too-long"
  | "busy"
  | "unreachable"
  | "silent"
  | "broken"
  | "refused"
  | "gone"
  | "not-served"
  | "filtered"
  | "no-provider"
  | "empty";

/** Faults that waiting may cure. For the others, the sentence says who can do what. */
const passing: readonly ModelFault[] = ["busy", "unreachable", "silent", "broken", "empty"];

type FaultDetails = {
  cause?: unknown;
  retryAfterMs?: number | null;
  said?: string | null;
  parameter?: ModelParameter | null;
};

/** A provider's failure, as a sentence that can be shown. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  /** Whether asking again may help. */
  readonly passes: boolean;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs: number | null;
  /** Status and message from the provider, without keys and of limited length; for administrators. */
  readonly said: string | null;
  /** The refused parameter. */
  readonly parameter: ModelParameter | null;
  constructor(fault: ModelFault, message: string, details: FaultDetails = {}) {
    super(message, { cause: details.cause });
    this.fault = fault;
    this.passes = passing.includes(fault);
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.said = details.said ?? null;
    this.parameter = details.parameter ?? null;
  }
}

/** The installation's access to every provider. */
export const modelAccess = portOf<Models>("access to models");

/** Access to language models and embedders of any provider. */
export type Models = {
  /**
   * Streams an answer; the last chunk is `usage`.
   * @throws ModelError; an abort of the signal cancels the provider's call and rejects
   */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
  /**
   * Tokens of a prompt that the model reads in the time its limits allow, as measured, and not more than it refused as too
   * long; null if nothing is known.
   */
  readingRoom(model: ModelAddress & Pick<ModelRequest, "slot" | "limits">): number | null;
  /** @throws ModelError; an abort of the signal cancels the provider's call and rejects */
  embed(request: EmbeddingRequest): Promise<Embeddings>;
  /**
   * The names of the models that the provider offers for this key, sorted.
   * @throws ModelError; an abort of the signal cancels the call and rejects
   */
  list(place: Omit<ModelAddress, "model" | "profile"> & { signal: AbortSignal }): Promise<string[]>;
};
