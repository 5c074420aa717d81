import type * as contract from "#contract/answering/approved-answers.ts";
import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { withdraw } from "#server/notices/notifications/notify.ts";
import { AppError } from "#server/platform/errors.ts";
import { bindToWords } from "./bind.ts";
import { tellWhoAsked } from "./close-declined.ts";
import { approvalBy, hashOf, linkTo } from "./create.ts";
import { allow } from "./policy.ts";
import { chosenOf, presentApproved, recorded } from "./present.ts";
import { checkQuestions } from "./questions.ts";
import { renewalsOf, renewedWords } from "./renewal.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, type ApprovedRow } from "./shared-store.ts";
import { holdTheme, replaceCitations, setApproved, setState } from "./store.ts";
import { ended, themeOf } from "./update.ts";

/** The row as nobody else can change it until the transaction ends; no version of its theme begins or ceases to answer. */
async function hold(ctx: Context, id: number) {
  const { company_id, theme_id } = await getApproved(ctx, id);
  await holdTheme(ctx, { company_id, id: theme_id });
  const row = await getApproved(ctx, id);
  return { ...row, ...allow(ctx, "edit", row) };
}

export async function approveAnswer(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.approveAnswer>> {
  const before = await hold(ctx, id);
  if (before.state === "retired") throw ended();
  if (before.state === "suspended")
    throw new AppError(
      "conflict",
      "This answer is suspended. Renew it, or cite words that its documents still contain.",
    );
  if (before.state === "active") throw new AppError("conflict", "This answer is already approved.");
  return approveAgain(ctx, before, { words: chosenOf(before), action: "approved-answer.approve" });
}

export async function renewApprovedAnswer(
  ctx: Context,
  { id, sameWords }: Input<typeof contract.renewApprovedAnswer>,
): Promise<Result<typeof contract.renewApprovedAnswer>> {
  const before = await hold(ctx, id);
  if (before.state === "retired") throw ended();
  if (before.state === "proposed")
    throw new AppError("conflict", "This answer waits for its first approval. Approve it instead.");
  const words = sameWords ? chosenOf(before) : renewedWords(before, await renewalsOf(ctx, before));
  return approveAgain(ctx, before, { words, action: "approved-answer.renew" });
}

/**
 * On words of the versions that answer now.
 * @throws AppError invalid if the documents don't contain them; conflict if the caller wrote them and someone else must approve
 */
async function approveAgain(
  ctx: Context,
  before: Awaited<ReturnType<typeof hold>>,
  { words, action }: { words: readonly ChosenCitation[]; action: string },
) {
  const theme = await themeOf(ctx, before);
  const refusal = await approvalRefusal(ctx, before.company_id, before.author_id);
  if (refusal !== null) throw new AppError("conflict", refusal);
  const bound = await bindToWords(ctx, theme, {
    ...{ answer: before.answer, citations: words },
    // the approver of the answer did, and these words say the same
    vouchedFor: true,
  });
  const tags = SelectedTags.parse(before.selected_tags);
  await checkQuestions(
    ctx,
    theme,
    { question: before.question, otherQuestions: before.other_questions, tags },
    before.id,
  );
  await setApproved(
    ctx,
    before,
    {
      question: before.question,
      other_questions: before.other_questions,
      answer: bound.answer,
      claims: bound.claims,
      citations_sha256: hashOf(bound.citations),
      tags,
      owner_id: before.owner_id,
      // the day has passed, or this is the look that it was set for
      review_on: isPast(ctx, before.review_day) ? null : before.review_day,
    },
    { isAuthor: false, ...approvalBy(ctx, null) },
  );
  await replaceCitations(ctx, before, bound.citations);
  await tellWhoAsked(ctx, theme, await getApproved(ctx, before.id));
  return finish(ctx, before, action);
}

const isPast = (ctx: Context, day: string | null) =>
  day !== null && day <= ctx.now.toISOString().slice(0, 10);

export async function suspendApprovedAnswer(
  ctx: Context,
  { id, reason }: { id: number; reason: string },
): Promise<Result<typeof contract.suspendApprovedAnswer>> {
  const before = await hold(ctx, id);
  if (before.state === "retired") throw ended();
  if (before.state !== "active") throw new AppError("conflict", "This answer doesn't answer questions now.");
  await setState(ctx, before, { state: "suspended", reason });
  return finish(ctx, before, "approved-answer.suspend");
}

export async function retireApprovedAnswer(
  ctx: Context,
  { id, reason }: { id: number; reason: string },
): Promise<Result<typeof contract.retireApprovedAnswer>> {
  const before = await hold(ctx, id);
  if (before.state === "retired") throw ended();
  await setState(ctx, before, { state: "retired", reason });
  return finish(ctx, before, "approved-answer.retire");
}

async function finish(ctx: Context, before: ApprovedRow, action: string) {
  const after = await getApproved(ctx, before.id);
  ctx.audit({
    action,
    target: { type: "approved-answer", id: before.id },
    company: before.company_id,
    before: recorded(before),
    after: recorded(after),
  });
  if (after.state !== "suspended")
    for (const kind of ["approved_suspended", "approval_needed"] as const)
      await withdraw(ctx, before.company_id, { kind, link: linkTo(before.id) });
  return presentApproved(after);
}
