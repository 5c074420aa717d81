import { mostRunning } from "#contract/answering/questionnaires.ts";
import type * as contract from "#contract/answering/questionnaires.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { getOpenTheme } from "#server/answering/answers/open-theme.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "./policy.ts";
import { presentDetails } from "./present.ts";
import { forgetAttempts } from "./question-store.ts";
import { countOf, holdRow, setState } from "./store.ts";

/** Starts it, or resumes what was stopped or failed. */
export async function runQuestionnaire(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.runQuestionnaire>> {
  const row = allow(ctx, "run", await holdRow(ctx, id));
  if (row.state === "running") throw new AppError("conflict", "This questionnaire is running already.");
  await getOpenTheme(ctx, row.theme_id);
  const most = Math.max(1, Math.round(mostRunning * ctx.services.config.limitFactor));
  if ((await countOf(ctx, row.company_id)).running >= most)
    throw new AppError(
      "limit_exceeded",
      `${most} questionnaires of your company are running. Start this one when one of them is finished.`,
      { retryAfterSeconds: 60 },
    );
  await forgetAttempts(ctx, row);
  await setState(ctx, row, "running");
  await ctx.enqueue("ask-questionnaire", { companyId: row.company_id, questionnaireId: id });
  ctx.audit({
    action: "questionnaire.run",
    target: { type: "questionnaire", id },
    company: row.company_id,
    after: { themeId: row.theme_id, questions: row.total ?? 0, answered: row.answered ?? 0 },
  });
  return presentDetails(ctx, id);
}
