import { createHash } from "node:crypto";
import type * as contract from "#contract/answering/approved-answers.ts";
import type { ApprovedAnswer } from "#contract/answering/approved-answers.ts";
import type { z } from "zod";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { getTheme, type ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import { bindToWords, type BoundAnswer } from "./bind.ts";
import { tellWhoAsked } from "./close-declined.ts";
import { ownerOf } from "./owner.ts";
import { presentApproved, recorded } from "./present.ts";
import { checkQuestions } from "./questions.ts";
import { reviewDayOf } from "./review-day.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, type ApprovedRow } from "./shared-store.ts";
import { holdTheme, insertApproved, replaceCitations, type Bound } from "./store.ts";

export async function createApprovedAnswer(
  ctx: Context,
  {
    themeId,
    answer,
    citations,
    vouchedFor,
    ownerId,
    ...given
  }: z.output<typeof contract.createApprovedAnswer.body>,
): Promise<Result<typeof contract.createApprovedAnswer>> {
  const theme = await getTheme(ctx, themeId);
  // from here on no version of the theme begins or ceases to answer
  await holdTheme(ctx, theme);
  const owner = await ownerOf(ctx, theme.company_id, ownerId);
  const bound = await bindToWords(ctx, theme, { answer, citations, vouchedFor });
  return addApproved(ctx, theme, { ...given, bound, ownerId: owner, interactionId: null });
}

type NewAnswer = {
  question: string;
  otherQuestions: string[];
  tags: SelectedTags;
  bound: BoundAnswer;
  ownerId: number;
  reviewOn: string | null;
  interactionId: number | null;
};

/** Answers at once if the caller may approve it; otherwise it waits for someone who may. The theme is locked. */
export async function addApproved(
  ctx: Context,
  theme: ThemeRow,
  { question, tags, bound, ownerId, reviewOn, interactionId, ...given }: NewAnswer,
): Promise<ApprovedAnswer> {
  const otherQuestions = distinct(question, given.otherQuestions);
  await checkQuestions(ctx, theme, { question, otherQuestions, tags }, null);
  const refusal = await approvalRefusal(ctx, theme.company_id, personOf(ctx).id);
  const id = await insertApproved(
    ctx,
    theme,
    {
      question,
      other_questions: otherQuestions,
      answer: bound.answer,
      claims: bound.claims,
      citations_sha256: hashOf(bound.citations),
      tags,
      owner_id: ownerId,
      review_on: reviewDayOf(ctx, reviewOn, null),
    },
    approvalBy(ctx, refusal),
    interactionId,
  );
  await replaceCitations(ctx, { company_id: theme.company_id, id }, bound.citations);
  const row = await getApproved(ctx, id);
  ctx.audit({
    action: "approved-answer.create",
    target: { type: "approved-answer", id },
    company: theme.company_id,
    after: { themeId: theme.id, interactionId, ...recorded(row) },
  });
  if (refusal === null) await tellWhoAsked(ctx, theme, row);
  else await tellOfProposal(ctx, row);
  return presentApproved(row);
}

/** Approved by the caller, or waiting. */
export function approvalBy(ctx: Context, refusal: string | null) {
  return refusal === null
    ? { state: "active" as const, reason: "", approver_id: personOf(ctx).id, approved_at: ctx.now }
    : { state: "proposed" as const, reason: "", approver_id: null, approved_at: null };
}

export const linkTo = (id: number) => `/admin?tab=approved&answer=${id}`;

export function tellOfProposal(ctx: Context, row: ApprovedRow): Promise<void> {
  return notifyAdmins(ctx, row.company_id, {
    kind: "approval_needed",
    title: `An answer in '${row.theme_name}' waits for approval`,
    body: row.question.slice(0, 200),
    link: linkTo(row.id),
  });
}

export function hashOf(citations: readonly Bound[]): string {
  const all = citations.map(({ quote, passage }) => [passage.versionId, passage.ordinal, quote]);
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

/** Without repetitions, which differ at most in case. */
export function distinct(question: string, others: readonly string[]): string[] {
  const seen = new Set([question.toLowerCase()]);
  return others.filter((text) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()));
}
