import type { Caller } from "#server/kernel/context.ts";
import type { Reader } from "#server/models/llm/advice.ts";
import type { ComposedFrom } from "./recorded-question.ts";

/** Who reads why a model did not answer; what a job asked is read by administrators. */
export function readerOf({ actor }: Caller, { key }: Pick<ComposedFrom, "key">): Reader {
  return { isAdmin: actor.type !== "user" || actor.role !== "agent", owner: key?.owner ?? "company" };
}
