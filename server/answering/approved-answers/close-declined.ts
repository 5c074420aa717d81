import { SelectedTags } from "#contract/kernel/values.ts";
import { runInAnswerPool } from "#server/answering/answers/run-in-answer-pool.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { notifyPerson, withdraw } from "#server/notices/notifications/notify.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { closeQuestions, listOpenDeclined, listOpenRequests, type DeclinedRow } from "./declined-store.ts";
import { groupsOf, knownTags } from "./questions.ts";
import type { ApprovedRow } from "./shared-store.ts";

/** Closes questions and notifies each asker once, however many they asked. */
export async function closeAndTell(
  ctx: Context,
  rows: readonly DeclinedRow[],
  approvedId: number | null,
  title: string,
): Promise<{ closed: number; told: number }> {
  const [first] = rows;
  if (first === undefined) return { closed: 0, told: 0 };
  const closed = await closeQuestions(
    ctx,
    first.company_id,
    rows.map(({ id }) => id),
    approvedId,
  );
  if (closed.length > 0) await releaseExperts(ctx, first.company_id, closed);
  // newest first: each person is led to their latest question
  const askers = new Map<number, DeclinedRow>();
  for (const row of rows)
    if (row.hears && closed.includes(row.id) && !askers.has(row.user_id)) askers.set(row.user_id, row);
  askers.delete(personOf(ctx).id);
  for (const [user, row] of askers)
    await notifyPerson(ctx, user, {
      kind: "question_answered",
      title,
      body: row.question.slice(0, 200),
      link: `/agent-workbench?interaction=${row.id}`,
    });
  for (const id of closed)
    ctx.audit({
      action: "question.close",
      target: { type: "interaction", id },
      company: first.company_id,
      after: { approvedAnswerId: approvedId },
    });
  return { closed: closed.length, told: askers.size };
}

/** Withdraws these questions from experts who haven't answered them. */
export async function releaseExperts(
  ctx: Context,
  companyId: number,
  questions: readonly number[],
): Promise<void> {
  for (const { id } of await listOpenRequests(ctx, companyId, questions))
    await withdraw(ctx, companyId, { kind: "expert_asked", link: linkToRequest(id) });
}

export const linkToRequest = (id: number) => `/expert?request=${id}`;

/** Notifies the people whose declined questions this answer now answers. */
export async function tellWhoAsked(ctx: Context, theme: ThemeRow, row: ApprovedRow): Promise<void> {
  const declined = await listOpenDeclined(ctx, { themeId: theme.id });
  if (declined.length === 0) return;
  const known = await knownTags(ctx, theme);
  const input = {
    asked: declined.map(({ question, selected_tags }) => ({
      question,
      tags: groupsOf(SelectedTags.parse(selected_tags)),
      known,
    })),
    candidate: {
      id: row.id,
      questions: [row.question, ...row.other_questions],
      tags: groupsOf(SelectedTags.parse(row.selected_tags)),
    },
  };
  // the questions stay open where that takes too long
  const same = await onDeadline(
    runInAnswerPool(ctx, "findAnswered", input, new AbortController().signal),
    (): number[] => [],
  );
  await closeAndTell(
    ctx,
    same.flatMap((place) => declined[place] ?? []),
    row.id,
    "A question you asked can be answered now",
  );
}
