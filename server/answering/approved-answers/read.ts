import type * as contract from "#contract/answering/approved-answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { listResponse, type WithHeaders } from "#server/http/response.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { presentApproved } from "./present.ts";
import { canRenew, renewalsOf } from "./renewal.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, listApproved } from "./shared-store.ts";
import { nearestQuestions } from "./ways-store.ts";

export async function listApprovedAnswers(
  ctx: Context,
  filters: Input<typeof contract.listApprovedAnswers>,
): Promise<WithHeaders<Result<typeof contract.listApprovedAnswers>>> {
  const { rows, total } = await listApproved(ctx, filters);
  return listResponse(filters, rows.map(presentApproved), total);
}

/** With the words that could renew it, old and new. */
export async function getApprovedAnswer(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getApprovedAnswer>> {
  const row = await getApproved(ctx, id);
  const renewal = await renewalsOf(ctx, row);
  return {
    ...presentApproved(row),
    renewal,
    canRenew: canRenew(renewal),
    refusal: await approvalRefusal(ctx, row.company_id, row.author_id),
  };
}

const mostWays = 8;
/** The words' meaning is compared for these. */
const mostCompared = 100;

export async function listWaysOfAsking(
  ctx: Context,
  { themeId, question }: Input<typeof contract.listWaysOfAsking>,
): Promise<Result<typeof contract.listWaysOfAsking>> {
  const nearest = await nearestQuestions(ctx, await getTheme(ctx, themeId), question, mostCompared);
  const others = nearest.map((near) => near.question);
  const similar = await onDeadline(
    runInAnswerPool(ctx, "similarTo", { question, others }, new AbortController().signal),
    () => [],
  );
  return similar.slice(0, mostWays).flatMap((place) => nearest[place] ?? []);
}
