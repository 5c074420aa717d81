import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Account } from "#server/models/usage/meter.ts";
import type { CheckedAnswer } from "#engine/verify/claims.ts";
import { uncertainIn } from "#engine/verify/second-look.ts";
import { inTime } from "#server/platform/deadline.ts";
import { inAnswerPool } from "../in-answer-pool.ts";
import { askModel } from "#server/models/usage/ask-model.ts";
import { secondLookPrompt } from "./prompt.ts";

const outputTokens = 600;
/** The answer is already on the screen; its marks may wait this long. */
const longestMs = 10_000;

/** Shows the model the sentences that words alone confirm only in part, and asks for the words that state them. */
export async function lookAgain(
  caller: Caller,
  account: Account,
  key: UsableKey,
  checked: CheckedAnswer,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const uncertain = uncertainIn(checked);
  if (uncertain.length === 0) return checked;
  const reply = await askModel(caller, account, key, secondLookPrompt(uncertain), {
    outputTokens,
    longestMs,
    urgency: "judging",
    signal,
  });
  if (reply === null) return checked;
  // a confirmation that takes too long confirms nothing
  return inTime(inAnswerPool(caller, "confirm", { checked, reply }, signal), () => checked);
}
