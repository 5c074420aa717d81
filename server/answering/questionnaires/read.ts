import { questionsOfPage } from "#contract/answering/questionnaires.ts";
import type * as contract from "#contract/answering/questionnaires.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentDetails, presentQuestions, presentRow } from "./present.ts";
import { pageOfQuestions } from "./question-store.ts";
import { getRow, listRows } from "./store.ts";

export async function listQuestionnaires(ctx: Context): Promise<Result<typeof contract.listQuestionnaires>> {
  return (await listRows(ctx)).map((row) => presentRow(ctx, row));
}

export function getQuestionnaire(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getQuestionnaire>> {
  return presentDetails(ctx, id);
}

export async function listQuestionnaireQuestions(
  ctx: Context,
  { id, page, open }: Input<typeof contract.listQuestionnaireQuestions>,
): Promise<Result<typeof contract.listQuestionnaireQuestions>> {
  const row = await getRow(ctx, id);
  const { rows, total } = await pageOfQuestions(ctx, row, {
    offset: (page - 1) * questionsOfPage,
    limit: questionsOfPage,
    isOpen: open === "true",
  });
  return { rows: await presentQuestions(ctx, row, rows), total };
}
