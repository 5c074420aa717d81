import type * as contract from "#contract/answering/approved-answers.ts";
import type { Renewal } from "#contract/answering/approved-answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { pageOf } from "#engine/evidence.ts";
import { passagesAt } from "#server/answering/answers/passages-at.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { listResponse } from "#server/http/response.ts";
import type { WithHeaders } from "#server/http/response.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { orNull } from "#server/platform/errors.ts";
import { locate } from "./bind.ts";
import { presentCited } from "#server/answering/interactions/present.ts";
import { presentApproved, presentBound } from "./present.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, listApproved } from "./shared-store.ts";
import { nearestToWords, placeOfWords } from "./store.ts";
import type { CitationRow } from "./shared-store.ts";
import { nearestQuestions } from "./ways-store.ts";

export async function listApprovedAnswers(
  ctx: Context,
  filters: Input<typeof contract.listApprovedAnswers>,
): Promise<WithHeaders<Result<typeof contract.listApprovedAnswers>>> {
  const { rows, total } = await listApproved(ctx, filters);
  return listResponse(filters, rows.map(presentApproved), total);
}

/** With the words that could renew it, old beside new. */
export async function getApprovedAnswer(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getApprovedAnswer>> {
  const row = await getApproved(ctx, id);
  const theme = row.state === "suspended" ? await orNull(getTheme(ctx, row.theme_id)) : null;
  const renewal: Renewal[] = [];
  if (theme !== null)
    for (const citation of row.citations) renewal.push(await renewalOf(ctx, theme, citation));
  return {
    ...presentApproved(row),
    renewal,
    canRenew: renewal.length > 0 && renewal.every(({ isSame }) => isSame),
    refusal: await approvalRefusal(ctx, row.company_id, row.author_id),
  };
}

async function renewalOf(ctx: Context, theme: ThemeRow, citation: CitationRow): Promise<Renewal> {
  const { marker, document_id: documentId, quote } = citation;
  const before = presentCited(citation);
  if ((await placeOfWords(ctx, theme, { documentId, quote })) !== null) {
    const after = presentBound({ ...(await locate(ctx, theme, { documentId, quote })), marker });
    return { marker, before, after, isSame: true };
  }
  const place = await nearestToWords(ctx, theme, { documentId, quote });
  const [passage] = place === null ? [] : await passagesAt(ctx, theme, [place]);
  if (passage === undefined) return { marker, before, after: null, isSame: false };
  const after = presentBound({ marker, quote: passage.text, passage, ...pageOf(passage, passage.text) });
  return { marker, before, after, isSame: false };
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
