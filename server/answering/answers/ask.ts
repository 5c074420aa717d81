import type { Answer, AnswerEvent } from "#contract/answering/answers.ts";
import { ownerOf, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { ModelError } from "#server/models/llm/models.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { approvedAnswering, type FoundApproved } from "./approved-port.ts";
import { failureOf } from "./failure.ts";
import { tellApproved, writtenBy } from "./give-approved.ts";
import { recordManifest } from "./manifest.ts";
import { recordQuestion } from "./record-question.ts";
import type { RecordedQuestion } from "./recorded-question.ts";
import { presentAnswer } from "./present.ts";
import { readerOf } from "./reader.ts";
import { turnOf } from "./question-turn.ts";
import { runningAnswers } from "./running.ts";
import { failInteraction, finishInteraction } from "./store.ts";
import { composeAnswer } from "./compose-answer.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import { spentIn } from "./spent.ts";
import type { MadeCall } from "#server/models/usage/meter.ts";

/**
 * Asks a theme. The question is recorded before any search; the answer is recorded in one transaction with its audit event,
 * and only then reported as done. Leaving or stopping ends the provider's call and is recorded as such.
 */
export async function ask(
  caller: Caller,
  question: AskedQuestion,
  signal: AbortSignal,
  onEvent: (event: AnswerEvent) => void,
): Promise<Answer> {
  const started = performance.now();
  const running = runningAnswers.of(caller.services);
  // what works in the background gives way to people, not to itself
  if (question.questionnaire === undefined) caller.services.lastQuestion.touch();
  const owner = ownerOf(caller);
  running.claim(owner);
  const ending = AbortSignal.any([signal, running.restarting]);
  const calls: MadeCall[] = [];
  const turn = turnOf(caller, owner, ending);
  try {
    await turn.take();
    const opened = await recordQuestion(caller, question);
    const stop = AbortSignal.any([ending, running.start(opened.id, owner.person)]);
    onEvent({ type: "started", interactionId: opened.id });
    try {
      const approvedAnswers = approvedAnswering.of(caller.services);
      const near = await approvedAnswers.find(caller, opened, stop);
      const approved = await giveApproved(caller, opened, near, started);
      if (approved !== null) {
        tellApproved(approved, onEvent);
        return presentAnswer(opened, approved, performance.now() - started, near);
      }
      const onCall = (call: MadeCall) => calls.push(call);
      const composed = await composeAnswer(caller, opened, { started, stop, onEvent, turn, onCall });
      const written = { ...composed, spent: spentIn(calls) };
      const found = await approvedAnswers.beside(caller, opened, near, written);
      stop.throwIfAborted();
      const totalMs = performance.now() - started;
      await recordAnswer(caller, opened, { written, found, totalMs });
      return presentAnswer(opened, written, totalMs, found);
    } catch (error) {
      const reason = failureOf(stop.aborted ? stop.reason : error, signal, readerOf(caller, opened), {
        isSaved: true,
      });
      await recordFailure(caller, opened, { reason, spent: spentIn(calls) });
      if (error instanceof ModelError || stop.aborted)
        throw new AppError("unavailable", reason, { cause: error });
      throw error;
    } finally {
      running.finish(opened.id);
    }
  } finally {
    turn.release();
    running.release(owner);
  }
}

const keyOf = ({ id, theme }: RecordedQuestion) => ({ companyId: theme.company_id, id });

/** Records the approved answer to the question; null if there is none, or a document no longer contains its words. */
async function giveApproved(
  caller: Caller,
  opened: RecordedQuestion,
  found: FoundApproved,
  started: number,
): Promise<ComposedAnswer | null> {
  if (found.same === null) return null;
  const totalMs = performance.now() - started;
  const written = { ...writtenBy(found.same, totalMs), spent: null };
  return (await recordAnswer(caller, opened, { written, found, totalMs })) ? written : null;
}

type Recorded = {
  written: ComposedAnswer & { spent: MadeCall | null };
  found: FoundApproved;
  totalMs: number;
};

/** @returns false for an approved answer whose documents no longer contain its words: then nothing is recorded */
function recordAnswer(
  caller: Caller,
  opened: RecordedQuestion,
  { written, found, totalMs }: Recorded,
): Promise<boolean> {
  const place = keyOf(opened);
  const approved = approvedAnswering.of(caller.services);
  const given = written.mode === "approved" ? found.same : null;
  return caller.transact(async (ctx) => {
    if (given !== null && !(await approved.hold(ctx, opened, given))) return false;
    await approved.recordUses(ctx, opened, found, given !== null);
    if (!(await finishInteraction(ctx, place, { ...written, totalMs }))) return true;
    const { draft, mode, fallback } = written;
    ctx.audit({
      action: "question.answer",
      target: { type: "interaction", id: place.id },
      company: place.companyId,
      after: {
        outcome: draft.outcome,
        mode,
        sources: draft.sources.length,
        ...(fallback ? { fallback } : {}),
        ...(given === null ? {} : { approvedAnswerId: given.id, approvedVersion: given.version }),
      },
      manifest: await recordManifest(ctx, opened, { written, found }),
    });
    return true;
  });
}

function recordFailure(
  caller: Caller,
  opened: RecordedQuestion,
  { reason, spent }: { reason: string; spent: MadeCall | null },
): Promise<void> {
  const place = keyOf(opened);
  return caller.transact(async (ctx) => {
    if (!(await failInteraction(ctx, place, { reason, spent }))) return;
    ctx.audit({
      action: "question.answer",
      target: { type: "interaction", id: place.id },
      company: place.companyId,
      result: "failed",
      after: { reason },
      manifest: await recordManifest(ctx, opened, { failed: reason, spent }),
    });
  });
}
