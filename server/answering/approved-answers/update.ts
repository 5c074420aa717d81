import type * as contract from "#contract/answering/approved-answers.ts";
import type { z } from "zod";
import type { Result } from "#contract/kernel/endpoint.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import type { CheckedClaim } from "#engine/draft.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { getTheme, type ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { AppError } from "#server/platform/errors.ts";
import { withdraw } from "#server/notices/notifications/notify.ts";
import { bindToWords } from "./bind.ts";
import { approvalBy, distinct, hashOf, linkTo, tellOfProposal } from "./create.ts";
import { tellWhoAsked } from "./close-declined.ts";
import { ownerOf } from "./owner.ts";
import { allow } from "./policy.ts";
import { presentApproved, recorded, chosenOf } from "./present.ts";
import { checkQuestions } from "./questions.ts";
import { reviewDayOf } from "./review-day.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, type ApprovedRow } from "./shared-store.ts";
import { holdTheme, replaceCitations, setApproved } from "./store.ts";

export async function updateApprovedAnswer(
  ctx: Context,
  { id, version, ...input }: { id: number } & z.output<typeof contract.updateApprovedAnswer.body>,
): Promise<Result<typeof contract.updateApprovedAnswer>> {
  const theme = await themeOf(ctx, await getApproved(ctx, id));
  await holdTheme(ctx, theme);
  const before = await loadToChange(
    ctx,
    { version },
    { table: "approved_answers", id, recordedAs: "approved-answer" },
    {
      load: async () => {
        const row = await getApproved(ctx, id);
        return { ...row, ...allow(ctx, "edit", row) };
      },
      // the fields as a change names them
      present: (row) => ({ ...presentApproved(row), citations: chosenOf(row) }),
      companyOf: ({ company_id }) => company_id,
    },
  );
  const ownerId =
    input.ownerId === undefined ? before.owner_id : await ownerOf(ctx, before.company_id, input.ownerId);
  if (before.state === "retired") throw ended();
  const isRebound = input.answer !== undefined || input.citations !== undefined;
  const chosen = input.citations ?? chosenOf(before);
  const bound = isRebound
    ? await bindToWords(ctx, theme, {
        answer: input.answer ?? before.answer,
        citations: chosen,
        vouchedFor: input.vouchedFor,
      })
    : null;
  const question = input.question ?? before.question;
  const otherQuestions = distinct(question, input.otherQuestions ?? before.other_questions);
  const tags = input.tags ?? SelectedTags.parse(before.selected_tags);
  const isReworded =
    isRebound ||
    input.question !== undefined ||
    input.otherQuestions !== undefined ||
    input.tags !== undefined;
  if (isReworded) await checkQuestions(ctx, theme, { question, otherQuestions, tags }, id);
  await setApproved(
    ctx,
    before,
    {
      question,
      other_questions: otherQuestions,
      answer: bound?.answer ?? before.answer,
      claims: bound?.claims ?? (before.claims as CheckedClaim[]),
      citations_sha256: bound === null ? before.citations_sha256 : hashOf(bound.citations),
      tags,
      owner_id: ownerId,
      review_on:
        input.reviewOn === undefined
          ? before.review_day
          : reviewDayOf(ctx, input.reviewOn, before.review_day),
    },
    { isAuthor: isReworded, ...(isReworded ? await approvalOf(ctx, before, bound !== null) : {}) },
  );
  if (bound !== null) await replaceCitations(ctx, before, bound.citations);
  const after = await getApproved(ctx, id);
  ctx.audit({
    action: "approved-answer.update",
    target: { type: "approved-answer", id },
    company: before.company_id,
    before: recorded(before),
    after: recorded(after),
  });
  if (after.state === "proposed" && before.state !== "proposed") await tellOfProposal(ctx, after);
  if (after.state === "active")
    for (const kind of ["approved_suspended", "approval_needed"] as const)
      await withdraw(ctx, before.company_id, { kind, link: linkTo(id) });
  if (after.state === "active" && isReworded) await tellWhoAsked(ctx, theme, after);
  return presentApproved(after);
}

/** @throws AppError conflict if it is deleted */
export async function themeOf(ctx: Context, row: ApprovedRow): Promise<ThemeRow> {
  if (row.is_theme_deleted)
    throw new AppError(
      "conflict",
      "The theme of this answer is deleted. Restore the theme, then change the answer; you can retire it at any time.",
    );
  return getTheme(ctx, row.theme_id);
}

export const ended = () =>
  new AppError("conflict", "This approved answer was ended and stays as it is. Write another one.");

/** New words are approved by their author, or wait. A suspended answer answers again only with words that stand. */
async function approvalOf(
  ctx: Context,
  { state, company_id }: { state: string; company_id: number },
  isRebound: boolean,
) {
  const refusal = await approvalRefusal(ctx, company_id, personOf(ctx).id);
  if (state === "suspended" && !isRebound) return {};
  return approvalBy(ctx, refusal);
}
