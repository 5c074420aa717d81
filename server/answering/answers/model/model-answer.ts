import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import { ModelError, type ModelEnd } from "#server/models/llm/models.ts";
import { streamMetered, type Account } from "#server/models/usage/meter.ts";
import { abstain, type Draft, type RemovedSentence } from "#engine/draft.ts";
import { checkedPartOf, type CheckedAnswer } from "#engine/verify/claims.ts";
import { linesOfJson } from "#engine/verify/json-lines.ts";
import { keepWhatHolds } from "#engine/verify/keep-what-holds.ts";
import { partialOf } from "#engine/verify/partial.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { runInAnswerPool } from "../run-in-answer-pool.ts";
import type { AnswerWork } from "../answer-pool.ts";
import { fence } from "#server/models/llm/fence.ts";
import { buildPrompt, type Asked } from "./prompt.ts";
import { checkWhileWritten, type ConfirmedSentence } from "./check-while-written.ts";
import { judgeAnswer } from "./judge-model.ts";

export const temperature = 0.1;
export const maximumOutputTokens = 1200;

export type ModelAnswer = {
  /** Only the supported part; null if no sentence is supported. */
  draft: Draft | null;
  removed: RemovedSentence[];
  /** The provider's report at the end of the call. */
  end: ModelEnd;
  /** When the first checked words were shown, on the clock of `performance.now()`; null if they came with the rest. */
  firstWordsAt: number | null;
};

/**
 * Reads the model's answer, checks every sentence against the passages, has them judged and keeps those that hold.
 * `onConfirmed` receives sentences that words confirm while the others are written; nothing else is shown before the end.
 * @param marker of the prompt's parts (fence.ts)
 * @throws ModelError, AppError limit_exceeded
 */
export async function answerWithModel(
  caller: Caller,
  account: Account,
  key: UsableKey,
  { asked, marker }: { asked: Asked; marker: string },
  signal: AbortSignal,
  onConfirmed: (sentence: ConfirmedSentence) => void,
): Promise<ModelAnswer> {
  const { question, passages: evidence } = asked;
  let firstWordsAt: number | null = null;
  const started = performance.now();
  const early = checkWhileWritten(caller, { question, evidence }, signal, (sentence) => {
    firstWordsAt ??= performance.now();
    onConfirmed(sentence);
  });
  const { text, end } = await written(caller, account, key, { asked, marker }, signal, early.add);
  const writingMs = performance.now() - started;
  await early.settled();
  const called = { end, firstWordsAt };
  const json = linesOfJson(text);
  const part = checkedPartOf(json?.lines ?? text, end.isCut && json === null);
  const cut =
    end.isCut || part.isCut
      ? "The answer reached its maximum length and ends here."
      : json?.isCut === true
        ? "The model's answer breaks off here."
        : null;
  const { text: answer, missing } = partialOf(part.written, question);
  if (answer === "" && cut === null)
    return { ...called, draft: abstain("The model found no answer in the passages."), removed: [] };
  const checked = await checkInTime(caller, { written: answer, question, evidence }, signal);
  const judged = await judgeAnswer(
    caller,
    { ...account, purpose: "second-look" },
    key,
    { checked, question, read: evidence, writingMs },
    signal,
  );
  const { kept, removed } = keepWhatHolds(judged);
  if (kept.claims.length === 0) return { ...called, draft: null, removed };
  const reason = remarksOn(kept, { removed, missing, cut });
  return { ...called, draft: { outcome: "answered", ...kept, reason, removed }, removed };
}

async function written(
  caller: Caller,
  account: Account,
  key: UsableKey,
  { asked, marker }: { asked: Asked; marker: string },
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<{ text: string; end: ModelEnd }> {
  let text = "";
  let end: ModelEnd | null = null;
  const chunks = streamMetered(caller, account, {
    ...key,
    ...buildPrompt(asked, fence(marker)),
    temperature,
    maxOutputTokens: maximumOutputTokens,
    signal,
  });
  for await (const chunk of chunks) {
    if (chunk.type === "usage") {
      end = chunk;
      continue;
    }
    const clean = cleaned(chunk.text);
    text += clean;
    onDelta(clean);
  }
  if (end === null) throw new ModelError("broken", "The model's answer was cut off.");
  return { text, end };
}

/** Characters that no page, table or log should carry: NUL, other control characters, lone surrogates. */
function cleaned(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "").toWellFormed();
}

/** Checks the answer against its passages; one that misses the deadline is shown and marked as unchecked. */
function checkInTime(
  caller: Caller,
  answer: Parameters<AnswerWork["check"]>[0],
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  return onDeadline(runInAnswerPool(caller, "check", answer, signal), () =>
    runInAnswerPool(caller, "leaveUnchecked", answer, signal),
  );
}

/** Notices to show with the answer, as sentences; null if there are none. */
function remarksOn(
  { claims }: CheckedAnswer,
  { removed, missing, cut }: { removed: RemovedSentence[]; missing: string | null; cut: string | null },
): string | null {
  const isUnchecked = claims.some((claim) => claim.verdict === "unchecked");
  const count = (verdict: RemovedSentence["verdict"]) =>
    removed.filter((sentence) => sentence.verdict === verdict).length;
  const said = [
    missing ?? "",
    removedText(count("unsupported"), "no source supports it", "no source supports them"),
    removedText(count("contradicted"), "its source says otherwise", "their sources say otherwise"),
    isUnchecked ? "This answer was not checked in time. Compare it with its sources." : "",
    cut ?? "",
  ];
  return said.filter(Boolean).join(" ") || null;
}

function removedText(count: number, why: string, whyMany: string): string {
  if (count === 0) return "";
  return count === 1
    ? `1 sentence was removed because ${why}.`
    : `${count} sentences were removed because ${whyMany}.`;
}
