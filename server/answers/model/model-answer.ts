import type { UsableKey } from "#server/companies/model-keys.ts";
import type { Caller } from "#server/context.ts";
import { ModelError } from "#server/llm/models.ts";
import type { ModelEnd } from "#server/llm/models.ts";
import { streamMetered } from "#server/usage/meter.ts";
import type { Account } from "#server/usage/meter.ts";
import type { CheckedAnswer } from "#engine/verify/claims.ts";
import { inTime } from "#server/platform/thread-pool.ts";
import { drafted } from "../answer-pool.ts";
import type { Drafting } from "../answer-pool.ts";
import { abstain, notAnswered } from "#engine/draft.ts";
import type { Draft } from "#engine/draft.ts";
import { buildPrompt } from "./prompt.ts";
import { lookAgain } from "./second-look-model.ts";

export const temperature = 0.1;
export const maximumOutputTokens = 1200;
const wallMilliseconds = 90_000;
/** 1,200 tokens are about 5,000 characters; what is longer is cut before it is checked. */
const longestChecked = 8_000;

export type ModelAnswer = {
  draft: Draft;
  /** What the provider said at the end of the call. */
  end: ModelEnd;
  firstTokenAt: number | null;
};

/**
 * Lets the model write, streaming, and checks every sentence against the passages it cites.
 * @throws ModelError, AppError limit_exceeded
 */
export async function answerWithModel(
  caller: Caller,
  account: Account,
  key: UsableKey,
  input: Parameters<typeof buildPrompt>[0],
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<ModelAnswer> {
  const clock = AbortSignal.timeout(wallMilliseconds);
  let text = "";
  let firstTokenAt: number | null = null;
  let end: ModelEnd | null = null;
  try {
    const chunks = streamMetered(caller, account, {
      ...key,
      ...buildPrompt(input),
      temperature,
      maxOutputTokens: maximumOutputTokens,
      signal: AbortSignal.any([signal, clock]),
    });
    for await (const chunk of chunks) {
      if (chunk.type === "usage") {
        end = chunk;
        continue;
      }
      firstTokenAt ??= performance.now();
      const clean = cleaned(chunk.text);
      text += clean;
      onDelta(clean);
    }
  } catch (error) {
    if (clock.aborted && !signal.aborted)
      throw new ModelError("silent", "The model took too long to finish its answer.", { cause: error });
    throw error;
  }
  if (end === null) throw new ModelError("broken", "The model's answer broke off.");
  const { isCut } = end;
  const written = { end, firstTokenAt };
  if (text.trim() === "" || text.includes(notAnswered))
    return { ...written, draft: abstain("The model found no answer in the passages.") };
  const answer = { answer: text.slice(0, longestChecked), isCut: isCut || text.length > longestChecked };
  const checked = await checkInTime(caller, { ...answer, evidence: input.evidence }, signal);
  const looked = await lookAgain(caller, { ...account, purpose: "second-look" }, key, checked, signal);
  return { ...written, draft: draftOf(looked, answer.isCut) };
}

/** Signs that no page, table or log should carry: NUL, other control characters, lone surrogates. */
function cleaned(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "").toWellFormed();
}

/** Holds the answer against its passages; one that cannot be checked by the deadline is shown and marked as such. */
function checkInTime(
  caller: Caller,
  answer: Parameters<Drafting["check"]>[0],
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  return inTime(drafted(caller, "check", answer, signal), () =>
    drafted(caller, "leaveUnchecked", answer, signal),
  );
}

/** An answer of which nothing is supported is none. */
function draftOf(checked: CheckedAnswer, isCut: boolean): Draft {
  if (checked.claims.every((claim) => claim.verdict === "unsupported"))
    return abstain("No sentence of the model's answer was confirmed by the documents.");
  const isUnchecked = checked.claims.some((claim) => claim.verdict === "unchecked");
  const said = [
    isUnchecked ? "This answer was not checked in time. Compare it with its sources." : "",
    isCut ? "The answer reached its longest length and ends here." : "",
  ];
  return { outcome: "answered", ...checked, reason: said.filter(Boolean).join(" ") || null };
}
