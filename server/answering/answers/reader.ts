import { personOf } from "#server/kernel/context.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Reader } from "#server/models/llm/advice.ts";
import type { RecordedQuestion } from "./recorded-question.ts";

/** Who reads why a model did not answer. */
export function readerOf(caller: Caller, { key }: Pick<RecordedQuestion, "key">): Reader {
  return { isAdmin: personOf(caller).role !== "agent", owner: key?.owner ?? "company" };
}
