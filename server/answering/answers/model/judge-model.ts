import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Account } from "#server/models/usage/meter.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { CheckedAnswer } from "#engine/verify/claims.ts";
import { judgeQuestions } from "#engine/verify/judge.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { runInAnswerPool } from "../run-in-answer-pool.ts";
import { askModel } from "#server/models/usage/ask-model.ts";
import { judgePrompt } from "./prompt.ts";

const outputTokens = 900;
/** Sentences that words confirm are on the screen already; the others may wait this long. */
const longestMs = 10_000;

/** The checked answer after one call that judges all its sentences; unchanged if the judge fails or is late. */
export async function judgeAnswer(
  caller: Caller,
  account: Account,
  key: UsableKey,
  { checked, question, read }: { checked: CheckedAnswer; question: string; read: Evidence[] },
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const seed = account.interactionId ?? 0;
  const asked = judgeQuestions(checked, seed);
  if (asked.length === 0) return checked;
  const reply = await askModel(caller, account, key, judgePrompt(question, asked, read), {
    outputTokens,
    longestMs,
    urgency: "judging",
    signal,
  });
  if (reply === null) return checked;
  // a judgement that takes too long confirms nothing
  return onDeadline(
    runInAnswerPool(caller, "judge", { checked, reply, question, seed }, signal),
    () => checked,
  );
}
