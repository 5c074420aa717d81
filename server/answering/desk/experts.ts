import type * as contract from "#contract/answering/expert-requests.ts";
import type { ExpertRequest } from "#contract/answering/expert-requests.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { linkToRequest } from "#server/answering/approved-answers/close-declined.ts";
import { getInteraction } from "#server/answering/interactions/shared-store.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { notify, notifyPerson, withdraw } from "#server/notices/notifications/notify.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import {
  getOwnRequest,
  getRequest,
  insertRequest,
  isAsked,
  listOwnRequests,
  setAnswer,
  type ExpertRow,
} from "./expert-store.ts";
import { allow } from "./policy.ts";

/** Asks a named person of the company, who is told; their answer comes back to the desk. */
export async function askExpert(
  ctx: Context,
  { id, userId, note }: Input<typeof contract.askExpert>,
): Promise<Result<typeof contract.askExpert>> {
  const asked = await getInteraction(ctx, id);
  const interaction = allow(ctx, "close", asked);
  const expert = await getUser(ctx, userId);
  if (expert.company_id !== interaction.company_id || expert.role === "examiner")
    throw invalid("userId", "Choose a person of this company.");
  if (!expert.is_active) throw invalid("userId", "This person is deactivated.");
  if (await isAsked(ctx, interaction, userId))
    throw new AppError("conflict", "This person is asked already and hasn't answered yet.");
  const request = await insertRequest(ctx, interaction, { expertId: userId, note });
  ctx.audit({
    action: "question.ask-expert",
    target: { type: "interaction", id },
    company: interaction.company_id,
    after: { expertId: userId, note },
  });
  if (userId !== personOf(ctx).id)
    await notify(ctx, [userId], {
      kind: "expert_asked",
      title: "You are asked as an expert",
      body: asked.question.slice(0, 200),
      link: linkToRequest(request),
    });
  return present(await getRequest(ctx, request));
}

export async function listExpertRequests(ctx: Context): Promise<Result<typeof contract.listExpertRequests>> {
  return (await listOwnRequests(ctx)).map(present);
}

export async function answerExpertRequest(
  ctx: Context,
  { id, answer }: Input<typeof contract.answerExpertRequest>,
): Promise<Result<typeof contract.answerExpertRequest>> {
  const request = await getOwnRequest(ctx, id);
  if (request.answer !== null) throw new AppError("conflict", "You have already answered this question.");
  if (request.is_closed)
    throw new AppError(
      "conflict",
      "This question was answered or closed in the meantime. No one is waiting for it.",
    );
  await setAnswer(ctx, request, answer);
  ctx.audit({
    action: "question.answer-as-expert",
    target: { type: "interaction", id: request.interaction_id },
    company: request.company_id,
    after: { answer },
  });
  await withdraw(ctx, request.company_id, { kind: "expert_asked", link: linkToRequest(id) });
  if (request.asked_by !== personOf(ctx).id)
    await notifyPerson(ctx, request.asked_by, {
      kind: "expert_answered",
      title: `${request.expert_name} answered a question`,
      body: request.question.slice(0, 200),
      link: "/admin?tab=interactions&status=work",
    });
  return present(await getRequest(ctx, id));
}

function present(row: ExpertRow): ExpertRequest {
  return {
    id: row.id,
    interactionId: row.interaction_id,
    question: row.question,
    themeName: row.theme_name,
    note: row.note,
    askedBy: row.asker_name,
    askedAt: row.asked_at.toISOString(),
    expert: row.expert_name,
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
    isClosed: row.is_closed,
  };
}
