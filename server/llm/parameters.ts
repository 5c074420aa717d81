import type { ModelParameter } from "#contract/providers.ts";
import type { ModelAddress, ModelRequest, SentParameters } from "./models.ts";
import { providers } from "./providers.ts";

/**
 * Output tokens beyond the answer's own for a model that thinks first. Answers from given passages need little thought
 * (effort is low); OpenAI advises 25,000 for a start, which every call would reserve of the company's day.
 */
const roomToThink = 3_000;
/** What a call gets whose whole room went into thinking, once. */
const moreRoomToThink = 16_000;

/** How many output tokens a call for `answer` tokens may take; some models refuse more than they can write. */
export function roomFor(address: Pick<ModelAddress, "provider" | "profile">, answer: number): number {
  const { thinks } = address.profile;
  return (thinks ?? providers[address.provider].assumesThinking) ? answer + roomToThink : answer;
}

export function moreRoomFor(answer: number): number {
  return answer + moreRoomToThink;
}

/** For a question of one word: a token, or the little thought that a model cannot leave out. */
export function roomToCheck(address: Pick<ModelAddress, "provider" | "profile">): number {
  const answer = address.profile.thinks === false ? 1 : 16;
  return roomFor(address, answer) === answer ? answer : answer + 500;
}

/** What is sent: nothing that the model refuses, and no temperature to models that think. */
export function parametersOf(request: ModelRequest, refuses: ReadonlySet<ModelParameter>): SentParameters {
  const { thinks } = request.profile;
  const takesTemperature = thinks === null ? providers[request.provider].takesTemperature : !thinks;
  return {
    maxOutputTokens: request.maxOutputTokens,
    ...(takesTemperature && !refuses.has("temperature") ? { temperature: request.temperature } : {}),
    ...(thinks === true && !refuses.has("reasoning_effort") ? { reasoningEffort: "low" as const } : {}),
  };
}
