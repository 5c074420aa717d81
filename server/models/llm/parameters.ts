import type { ModelParameter } from "#contract/models/providers.ts";
import type { ModelAddress, ModelRequest, SentParameters } from "./models.ts";
import { providers } from "./providers.ts";

/**
 * Output tokens beyond the answer's own for a model that thinks first. Answers from given passages need little thought
 * (effort is low); OpenAI advises 25,000 to start with, which every call would reserve from the company's daily limit.
 */
const roomToThink = 3_000;
/** One retry's limit for a call that used up its output tokens on thinking. */
const moreRoomToThink = 16_000;

/** The output limit for an answer of `answer` tokens; some models refuse more than they can write. */
export function roomFor(address: Pick<ModelAddress, "provider" | "profile">, answer: number): number {
  return thinksFirst(address) ? answer + roomToThink : answer;
}

export function thinksFirst({ provider, profile }: Pick<ModelAddress, "provider" | "profile">): boolean {
  return profile.thinks ?? providers[provider].assumesThinking;
}

export function moreRoomFor(answer: number): number {
  return answer + moreRoomToThink;
}

/** For a one-word question: a token, or the minimum thinking the model requires. */
export function roomToCheck(address: Pick<ModelAddress, "provider" | "profile">): number {
  const answer = address.profile.thinks === false ? 1 : 16;
  return roomFor(address, answer) === answer ? answer : answer + 500;
}

/** The sent parameters: none that the model refuses, and no temperature for thinking models. */
export function parametersOf(request: ModelRequest, refuses: ReadonlySet<ModelParameter>): SentParameters {
  const { thinks } = request.profile;
  const takesTemperature = thinks === null ? providers[request.provider].takesTemperature : !thinks;
  return {
    maxOutputTokens: request.maxOutputTokens,
    ...(takesTemperature && !refuses.has("temperature") ? { temperature: request.temperature } : {}),
    ...(thinks === true && !refuses.has("reasoning_effort") ? { reasoningEffort: "low" as const } : {}),
    ...(request.shape !== undefined &&
    providers[request.provider].schema !== null &&
    !refuses.has("response_format")
      ? { responseFormat: "json_schema" as const }
      : {}),
  };
}
