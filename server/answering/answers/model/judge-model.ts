import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Account } from "#server/models/usage/meter.ts";
import type { Evidence } from "#engine/evidence.ts";
import type { CheckedAnswer } from "#engine/verify/claims.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { runInAnswerPool } from "../run-in-answer-pool.ts";
import { askModel } from "#server/models/usage/ask-model.ts";
import { judgePrompt } from "./prompt.ts";

/** Some replies copy words of a passage. */
const leastOutputTokens = 900;
const tokensOfReply = 20;
/** Sentences that words confirm are on the screen already; the others may wait this long, or as long as they were written … */
const shortestWaitMs = 10_000;
/** … by a slow model, but no longer than this. */
const longestWaitMs = 30_000;

/**
 * The checked answer after its sentences were judged, in one call for each 24; those of a call that fails or is late, and all
 * if the judge is unreliable, stay as words left them.
 */
export async function judgeAnswer(
  caller: Caller,
  account: Account,
  key: UsableKey,
  {
    checked,
    question,
    read,
    writingMs,
  }: { checked: CheckedAnswer; question: string; read: Evidence[]; writingMs: number },
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const seed = account.interactionId ?? 0;
  // a judgement that takes too long confirms nothing
  const parts = await onDeadline(runInAnswerPool(caller, "judgeParts", { checked, seed }, signal), () => []);
  if (parts.length === 0) return checked;
  const replies = await Promise.all(
    parts.map(({ questions }) =>
      askModel(caller, account, key, judgePrompt(question, questions, read), {
        outputTokens: Math.max(leastOutputTokens, tokensOfReply * questions.length),
        longestMs: Math.round(Math.min(longestWaitMs, Math.max(shortestWaitMs, writingMs))),
        urgency: "judging",
        signal,
      }),
    ),
  );
  const judgement = await onDeadline(
    runInAnswerPool(caller, "judge", { checked, parts, replies, question }, signal),
    () => ({ checked, outcome: "unheard" as const }),
  );
  caller.services.metrics.countJudgement(judgement.outcome);
  return judgement.checked;
}
