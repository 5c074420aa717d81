import { mostWays } from "#contract/answering/approved-answers.ts";
import type * as contract from "#contract/answering/approved-answers.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { tellWhoAsked } from "./close-declined.ts";
import { allow } from "./policy.ts";
import { presentApproved, recorded } from "./present.ts";
import { checkQuestions } from "./questions.ts";
import { approvalRefusal } from "./rules.ts";
import { getApproved, type ApprovedRow } from "./shared-store.ts";
import { holdTheme } from "./store.ts";
import { ended, themeOf } from "./update.ts";
import { getAskedAndApproved, setSaidSame, setToldApart, setWays } from "./ways-store.ts";

/** The asker decides nothing: this proposes a wording to the owner of the approved answer. */
export async function saySame(
  ctx: Context,
  { interactionId, approvedId, isSame }: Input<typeof contract.saySame>,
): Promise<{ success: true }> {
  const asked = await getAskedAndApproved(ctx, interactionId, approvedId);
  if (asked.user_id !== personOf(ctx).id)
    throw new AppError("forbidden", "Only the person who asked says what answers the question.");
  if (!(await setSaidSame(ctx, asked, isSame)))
    throw new AppError("conflict", "This approved answer isn't shown beside yours, so nothing was noted.");
  ctx.audit({
    action: "answer.say-same",
    target: { type: "interaction", id: interactionId },
    company: asked.company_id,
    after: { approvedId, isSame },
  });
  return { success: true };
}

/** The asker proposed these words, and the caller approves them: the answer goes on answering as it did. */
export async function decideSame(
  ctx: Context,
  { id, question, isSame }: Input<typeof contract.decideSame>,
): Promise<Result<typeof contract.decideSame>> {
  const theme = await themeOf(ctx, await getApproved(ctx, id));
  await holdTheme(ctx, theme);
  const row = await getApproved(ctx, id);
  const approved = { ...row, ...allow(ctx, "edit", row) };
  if (row.state === "retired") throw ended();
  const said = row.said_same.find((one) => one.question.toLowerCase() === question.toLowerCase());
  if (said === undefined)
    throw new AppError(
      "conflict",
      "The people who asked this question no longer say that it has the same answer.",
    );
  if (isSame) await addWay(ctx, theme, approved, said);
  else await setToldApart(ctx, approved, question);
  const after = await getApproved(ctx, id);
  ctx.audit({
    action: isSame ? "approved-answer.add-way" : "approved-answer.tell-apart",
    target: { type: "approved-answer", id },
    company: row.company_id,
    before: recorded(row),
    after: isSame ? recorded(after) : { ...recorded(after), toldApart: said.question },
  });
  if (isSame && after.state === "active") await tellWhoAsked(ctx, theme, after);
  return presentApproved(after);
}

async function addWay(
  ctx: Context,
  theme: ThemeRow,
  approved: Allowed<ApprovedRow, "edit">,
  { question, asker_ids: askers }: ApprovedRow["said_same"][number],
): Promise<void> {
  const refusal =
    askers.length === 1 ? await approvalRefusal(ctx, approved.company_id, askers[0] ?? 0) : null;
  if (refusal !== null) throw new AppError("conflict", refusal);
  if (approved.other_questions.length >= mostWays)
    throw new AppError("conflict", `It has ${mostWays} ways of asking, the most that it can have.`);
  const otherQuestions = [...approved.other_questions, question];
  const tags = SelectedTags.parse(approved.selected_tags);
  await checkQuestions(ctx, theme, { question: approved.question, otherQuestions, tags }, approved.id);
  await setWays(ctx, approved, otherQuestions);
}
