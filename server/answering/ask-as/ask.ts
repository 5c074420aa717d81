import { noTags } from "#contract/kernel/values.ts";
import type { AnswerAs, askAs as contract } from "#contract/answering/ask-as.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Call } from "#server/http/route.ts";
import { personToSeeAs } from "#server/identity/users/see-as.ts";
import type { Person } from "#server/kernel/actor.ts";
import { viewerFor } from "#server/kernel/callers.ts";
import { ownerOf, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { approvedAnswering } from "#server/answering/answers/approved-port.ts";
import { composeAnswer } from "#server/answering/answers/compose-answer.ts";
import type { ComposedAnswer } from "#server/answering/answers/composed-answer.ts";
import { failureOf } from "#server/answering/answers/failure.ts";
import { writtenBy } from "#server/answering/answers/give-approved.ts";
import { greet } from "#server/answering/answers/greet.ts";
import { openQuestion, type OpenedQuestion } from "#server/answering/answers/open-question.ts";
import { presentUnrecorded } from "#server/answering/answers/present.ts";
import { turnOf, type QuestionTurn } from "#server/answering/answers/question-turn.ts";
import { readerOf } from "#server/answering/answers/reader.ts";
import { runningAnswers } from "#server/answering/answers/running.ts";

/**
 * What the person would be answered: opened by the person's rights, made by the same steps. The record holds that the
 * caller asked as this person; no answer is stored, since nobody was given one.
 */
export async function askAs(
  caller: Caller,
  { id, themeId, userQuery }: Input<typeof contract>,
  { signal }: Call,
): Promise<Result<typeof contract>> {
  const seen = await caller.transact((ctx) => personToSeeAs(ctx, id));
  const viewer = viewerFor(caller, seen);
  const greeting = await greet(viewer, { themeId, userQuery });
  if (greeting !== null) return greeting;
  const running = runningAnswers.of(caller.services);
  const owner = ownerOf(caller);
  running.claim(owner);
  const stop = AbortSignal.any([signal, running.restarting]);
  const turn = turnOf(caller, owner, stop);
  try {
    await turn.take();
    const question = { themeId, userQuery, selectedTags: noTags };
    const opened = await viewer.transact((ctx) => openQuestion(ctx, question, () => Promise.resolve([])));
    return await answerAs({ caller, viewer, seen }, opened, { turn, stop, signal });
  } finally {
    turn.release();
    running.release(owner);
  }
}

type Sides = { caller: Caller; viewer: Caller; seen: Person };
type Work = { turn: QuestionTurn; stop: AbortSignal; signal: AbortSignal };

async function answerAs(
  { caller, viewer, seen }: Sides,
  opened: OpenedQuestion,
  { turn, stop, signal }: Work,
): Promise<AnswerAs> {
  const started = performance.now();
  // what it costs is written by the caller, and told as to the person
  const asking = { ...caller, actor: seen };
  const from = { ...opened, id: null };
  try {
    const approved = approvedAnswering.of(caller.services);
    const near = await approved.find(viewer, from, stop);
    const { same } = near;
    const isGiven = same !== null && (await caller.transact((ctx) => approved.hold(ctx, from, same)));
    const written =
      same !== null && isGiven
        ? writtenBy(same, performance.now() - started)
        : await composeAnswer(asking, from, {
            ...{ started, stop, turn },
            onEvent: () => undefined,
            onCall: () => undefined,
          });
    const found = isGiven ? near : await approved.beside(viewer, from, near, written);
    stop.throwIfAborted();
    await recordAsked(caller, seen, opened, { written });
    return presentUnrecorded(opened.question, written, performance.now() - started, found);
  } catch (error) {
    const cause = stop.aborted ? stop.reason : error;
    const reason = failureOf(cause, signal, readerOf(asking, from), { isSaved: false });
    await recordAsked(caller, seen, opened, { reason });
    throw error instanceof AppError && !stop.aborted
      ? error
      : new AppError("unavailable", reason, { cause: error });
  }
}

function recordAsked(
  caller: Caller,
  seen: Person,
  { theme }: OpenedQuestion,
  end: { written: ComposedAnswer } | { reason: string },
): Promise<void> {
  return caller.transact((ctx) => {
    ctx.audit({
      action: "user.ask-as",
      target: { type: "user", id: seen.id },
      company: seen.companyId,
      ...("written" in end
        ? { after: { themeId: theme.id, outcome: end.written.draft.outcome, mode: end.written.mode } }
        : { result: "failed" as const, after: { themeId: theme.id, reason: end.reason } }),
    });
    return Promise.resolve();
  });
}
