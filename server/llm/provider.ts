import type { streamText, wrapLanguageModel } from "ai";
import type { ModelAddress } from "./models.ts";

export type Place = Pick<ModelAddress, "baseUrl" | "apiKey">;
/** A model as the AI SDK's packages make it. */
type LanguageModel = Parameters<typeof wrapLanguageModel>[0]["model"];
export type CallOptions = Pick<Parameters<typeof streamText>[0], "maxOutputTokens" | "providerOptions">;

/** What is particular about a provider; everything else about a call is the same for all (`call.ts`). */
export type Provider = {
  /** Where it lives when the installation says nothing else; null where each customer has an address of its own. */
  ownAddress: string | null;
  /** Hosts that speak its dialect. */
  hosts: RegExp | null;
  /**
   * Whether a model of which nothing is known may be sent `temperature`. At the makers' own addresses new models refuse
   * it one after the other; servers for open models take it.
   */
  takesTemperature: boolean;
  /** Whether a model of which nothing is known gets room to think: where all that is new thinks. */
  assumesThinking: boolean;
  /** Loads the provider's package at its first call: all of them together take some 20 MB of each thread. */
  languageModel(place: Place, call: { model: string; refuses: ReadonlySet<string> }): Promise<LanguageModel>;
  /** How a call says how long its reply may be. */
  length(tokens: number): CallOptions;
  /** Names of the models it offers; null where a key cannot ask: the installation names them. */
  list: ((place: Place, signal: AbortSignal) => Promise<string[]>) | null;
};
