import { noTags } from "#contract/kernel/values.ts";
import { ask } from "#server/answering/answers/ask.ts";
import { askAtOnce, inBackgroundTurn } from "#server/answering/answers/in-background.ts";
import { getOpenTheme } from "#server/answering/answers/open-theme.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import { personInBackground } from "#server/identity/users/without-session.ts";
import { jobCaller, personJobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { AppError } from "#server/platform/errors.ts";
import { giveAttemptBack, nextQuestions, tieAnswer, type WaitingQuestion } from "./question-store.ts";
import { findForJob, setState, type QuestionnaireRow } from "./store.ts";

/** Of one turn: then another company's questionnaire has its own. */
const questionsOfTurn = 50;
/** A job of the queue may take five minutes; a model's slowest answer takes three. */
const patienceMs = 20_000;
/** Quotes: one reads passages while another computes. */
const linesOfQuotes = 2;
/** A model's answer takes seconds in which this machine only waits: 500 of 5 seconds take seven minutes. */
const linesOfModel = 6;
/** Answers of a killed process fail within minutes (server/operation/start/recovery.ts). */
const lookAgainSeconds = 5;

/** Another process asks the question, or nobody should any more: nothing of it is recorded. */
class NotToBeAsked extends Error {}

/** Asks the next questions of a questionnaire as its author, each recorded as any question is. */
export async function askQuestionnaire(
  services: VerbServices,
  { companyId, questionnaireId }: { companyId: number; questionnaireId: number },
): Promise<void> {
  const job = jobCaller(services, "ask-questionnaire", companyId);
  await inBackgroundTurn(async () => {
    const row = await job.transact((ctx) => findForJob(ctx, questionnaireId));
    if (row?.state !== "running") return;
    const author = await authorOf(services, row);
    if ("stopped" in author) return stop(job, row, author.stopped);
    const { next, pending } = await job.transact((ctx) => nextQuestions(ctx, row, questionsOfTurn));
    if (next.length === 0 && pending === 0) return finish(job, row);
    const work = { lines: author.usesModel ? linesOfModel : linesOfQuotes, patienceMs };
    await askAtOnce(services, next, work, (question) => askOne(author.caller, row, question));
    const afterSeconds = next.length === 0 ? lookAgainSeconds : 0;
    await job.transact((ctx) =>
      ctx.enqueue("ask-questionnaire", { companyId, questionnaireId }, { afterSeconds }),
    );
  });
}

/** The person who uploaded it, if they may still ask its theme. */
async function authorOf(
  services: VerbServices,
  { user_id, company_id, theme_id }: QuestionnaireRow,
): Promise<{ caller: Caller; usesModel: boolean } | { stopped: string }> {
  const person = await systemCaller(services, "ask-questionnaire").transact((ctx) =>
    personInBackground(ctx, user_id),
  );
  if (person === null || (person.companyId ?? company_id) !== company_id)
    return { stopped: "Its author can no longer sign in. Upload the file again as someone else." };
  const caller = personJobCaller(services, person, company_id);
  try {
    return await caller.transact(async (ctx) => {
      const theme = await getOpenTheme(ctx, theme_id);
      const key = await usableKey(ctx, company_id, theme.model_type === "smarter" ? "smarter" : "smart");
      return { caller, usesModel: key !== null };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      stopped:
        error.code === "conflict"
          ? "The theme was switched off. Switch it on and continue."
          : "The theme is gone, or its author may no longer ask it.",
    };
  }
}

async function askOne(caller: Caller, row: QuestionnaireRow, question: WaitingQuestion): Promise<void> {
  const { services } = caller;
  try {
    await ask(
      caller,
      {
        themeId: row.theme_id,
        userQuery: question.question,
        selectedTags: noTags,
        sessionId: row.session_id,
        // its questions don't follow up on each other
        earlierSessions: [],
        questionnaire: {
          id: row.id,
          onRecorded: async (ctx, id) => {
            if (!(await tieAnswer(ctx, row, question, id))) throw new NotToBeAsked();
          },
        },
      },
      services.stopping,
      () => undefined,
    );
  } catch (error) {
    if (error instanceof NotToBeAsked) return;
    if (services.stopping.aborted) {
      await caller.transact((ctx) => giveAttemptBack(ctx, row, question.ordinal));
      throw error;
    }
    // recorded as failed, with its reason, and asked again; what stops every question stops the next turn
    services.log.warn({ err: error }, "a question of a questionnaire could not be answered");
  }
}

function finish(job: Caller, row: QuestionnaireRow): Promise<void> {
  return job.transact(async (ctx) => {
    const now = await findForJob(ctx, row.id);
    if (now?.state !== "running") return;
    await setState(ctx, row, "finished");
    const { total, answered, failed } = now;
    ctx.audit({
      action: "questionnaire.finish",
      target: { type: "questionnaire", id: row.id },
      after: { themeId: row.theme_id, questions: total ?? 0, answered: answered ?? 0, failed: failed ?? 0 },
    });
  });
}

function stop(job: Caller, row: QuestionnaireRow, reason: string): Promise<void> {
  return job.transact(async (ctx) => {
    await setState(ctx, row, "stopped", reason);
    ctx.audit({
      action: "questionnaire.stop",
      target: { type: "questionnaire", id: row.id },
      after: { themeId: row.theme_id, reason },
      result: "failed",
    });
  });
}
