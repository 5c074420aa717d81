import type { streamText, wrapLanguageModel } from "ai";
import type { ModelAddress } from "./models.ts";

export type ModelServer = Pick<ModelAddress, "baseUrl" | "apiKey">;
/** A model as the AI SDK's packages make it. */
type LanguageModel = Parameters<typeof wrapLanguageModel>[0]["model"];
export type CallOptions = Pick<Parameters<typeof streamText>[0], "maxOutputTokens" | "providerOptions">;

/** A provider's specifics; everything else about a call is the same for all (`call.ts`). */
export type Provider = {
  /**
   * Whether an unknown model may be sent `temperature`. New models at the makers' own addresses increasingly refuse it;
   * servers for open models accept it.
   */
  takesTemperature: boolean;
  /** Whether an unknown model gets extra tokens to think: true where all new models think. */
  assumesThinking: boolean;
  /** Loads the provider's package at its first call: together they take about 20 MB per thread. */
  languageModel(
    place: ModelServer,
    call: { model: string; refuses: ReadonlySet<string> },
  ): Promise<LanguageModel>;
  /** What a call adds to ask for a reply by a schema; null if not all of the provider's models keep to one. */
  schema: Pick<CallOptions, "providerOptions"> | null;
  /** How a call states the maximum length of its reply. */
  length(tokens: number): CallOptions;
  /** Names of the models it offers; null if a key cannot list them: the installation names them. */
  list: ((place: ModelServer, signal: AbortSignal) => Promise<string[]>) | null;
};
