import { ApprovedAnswer } from "#contract/answering/approved-answers.ts";
import type * as contract from "#contract/answering/programs.ts";
import type { z } from "zod";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { createApprovedAnswer } from "#server/answering/approved-answers/create.ts";
import { presentApproved } from "#server/answering/approved-answers/present.ts";
import { retireApprovedAnswer, suspendApprovedAnswer } from "#server/answering/approved-answers/states.ts";
import { getApproved, listApproved } from "#server/answering/approved-answers/shared-store.ts";
import { updateApprovedAnswer } from "#server/answering/approved-answers/update.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { linkedSource } from "./present.ts";

type Shown = Result<typeof contract.getProgramApprovedAnswer>;

export async function listProgramApprovedAnswers(
  ctx: Context,
  filters: Input<typeof contract.listProgramApprovedAnswers>,
): Promise<Result<typeof contract.listProgramApprovedAnswers>> {
  await getTheme(ctx, filters.themeId);
  const { rows, total } = await listApproved(ctx, filters);
  return { approvedAnswers: rows.map((row) => present(ctx, presentApproved(row))), total };
}

export async function getProgramApprovedAnswer(ctx: Context, { id }: { id: number }): Promise<Shown> {
  return present(ctx, presentApproved(await getApproved(ctx, id)));
}

/** A call for programs over the call for people of the same name. */
const forPrograms =
  <Given>(verb: (ctx: Context, input: Given) => Promise<z.input<typeof ApprovedAnswer>>) =>
  async (ctx: Context, input: Given): Promise<Shown> =>
    present(ctx, ApprovedAnswer.parse(await verb(ctx, input)));

export const createProgramApprovedAnswer = forPrograms(createApprovedAnswer);
export const updateProgramApprovedAnswer = forPrograms(updateApprovedAnswer);
export const suspendProgramApprovedAnswer = forPrograms(suspendApprovedAnswer);
export const retireProgramApprovedAnswer = forPrograms(retireApprovedAnswer);

function present(ctx: Context, answer: ApprovedAnswer): Shown {
  const { publicUrl } = ctx.services.config;
  return {
    ...answer,
    text: answer.answer,
    citations: answer.citations.map((citation) => ({
      number: citation.marker,
      quote: citation.quote,
      ...linkedSource(citation, publicUrl),
    })),
    approvedBy: answer.approver?.name ?? null,
  };
}
