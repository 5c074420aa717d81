import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import { termsOf } from "#engine/text/analyze.ts";
import type { Account } from "#server/models/usage/meter.ts";
import { askModel } from "#server/models/usage/ask-model.ts";
import { rewritePrompt, type Turn } from "./prompt.ts";

const outputTokens = 120;
/** A person waits for the answer, so this step is short. */
const longestMs = 6_000;
const longestCharacters = 600;

/**
 * A follow-up rewritten by the model to stand alone, after the words as typed; null if the model fails, takes too long, or writes anything but a question on the same topics.
 */
export async function rewrite(
  caller: Caller,
  account: Account,
  key: UsableKey,
  { question, turns }: { question: string; turns: Turn[] },
  signal: AbortSignal,
): Promise<string | null> {
  const written = await askModel(caller, account, key, rewritePrompt(question, turns), {
    outputTokens,
    longestMs,
    signal,
  });
  const text = written?.trim() ?? "";
  if (text === "" || text.length > longestCharacters || text.includes("\n")) return null;
  const known = termsOf([question, ...turns.flatMap((turn) => [turn.question, turn.answer])].join(" "));
  const own = termsOf(text);
  const strange = [...own].filter((term) => !known.has(term)).length;
  return strange > own.size / 2 ? null : `${question} ${text}`;
}
