import type { SelectedTags } from "#contract/kernel/values.ts";
import type { Rating, RatingReason } from "#contract/answering/answers.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { Turn } from "./model/prompt.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import type { MadeCall } from "#server/models/usage/meter.ts";
import { sourcesOf } from "./sources.ts";

/** The question exists before the first word of its answer. */
export async function insertInteraction(
  ctx: Context,
  theme: Allowed<ThemeRow, "ask">,
  question: {
    text: string;
    sessionId: string;
    selectedTags: SelectedTags;
    endUser: string | null;
    mode: "model" | "extractive";
    asked: { provider: string; model: string } | null;
    promptVersion: string | null;
  },
): Promise<number> {
  const person = personOf(ctx);
  const row = await ctx.db
    .insertInto("interactions")
    .values({
      company_id: theme.company_id,
      theme_id: theme.id,
      user_id: person.id,
      user_role: person.role,
      session_id: question.sessionId,
      question: question.text,
      selected_tags: JSON.stringify(question.selectedTags),
      end_user: question.endUser,
      asked_through: person.token?.clientId ?? null,
      mode: question.mode,
      model: question.asked?.model ?? null,
      asked_provider: question.asked?.provider ?? null,
      asked_model: question.asked?.model ?? null,
      prompt_version: question.promptVersion,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Earlier turns of this person in this chat, oldest first. */
export async function listTurns(
  ctx: Context,
  theme: ThemeRow,
  sessionId: string,
  limit: number,
): Promise<Turn[]> {
  const rows = await ctx.db
    .selectFrom("interactions")
    .select(["question", "answer"])
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("user_id", "=", personOf(ctx).id)
    .where("session_id", "=", sessionId)
    .where("outcome", "in", ["answered", "abstained"])
    .where("erased_at", "is", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** The newest turn of this person in each of these sessions, in their order. */
export async function listTurnsOf(ctx: Context, theme: ThemeRow, sessions: string[]): Promise<Turn[]> {
  if (sessions.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("interactions")
    .distinctOn("session_id")
    .select(["session_id", "question", "answer"])
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("user_id", "=", personOf(ctx).id)
    .where("session_id", "in", sessions)
    .where("outcome", "in", ["answered", "abstained"])
    .where("erased_at", "is", null)
    .orderBy("session_id")
    .orderBy("id", "desc")
    .execute();
  return sessions.flatMap((session) => rows.filter((row) => row.session_id === session));
}

export type Finish = ComposedAnswer & { totalMs: number; spent: MadeCall | null };

/** Writes the finished answer with its sources and claims; false if it was already finished. */
export async function finishInteraction(
  ctx: Context,
  place: { companyId: number; id: number },
  finish: Finish,
): Promise<boolean> {
  const { draft } = finish;
  const { claims, removed = [] } = draft;
  const pending = await ctx.db
    .selectFrom("interactions")
    .select("id")
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .where("outcome", "=", "pending")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (pending === undefined) return false;
  const key = { company_id: place.companyId, interaction_id: place.id };
  const rows = sourcesOf(draft, finish.evidence);
  if (rows.length > 0)
    await ctx.db
      .insertInto("interaction_sources")
      .values(rows.map((row) => ({ ...key, ...row })))
      .execute();
  if (claims.length > 0) {
    await ctx.db
      .insertInto("claims")
      .values(
        claims.map((claim, ordinal) => ({
          ...key,
          ordinal,
          start_offset: claim.start,
          end_offset: claim.end,
          markers: claim.markers,
          verdict: claim.verdict,
          condition: claim.condition ?? null,
          is_applied: claim.isApplied ?? null,
        })),
      )
      .execute();
  }
  // last: nothing can be added to a finished answer
  await ctx.db
    .updateTable("interactions")
    .set({
      answer: draft.text,
      outcome: draft.outcome,
      reason: draft.reason,
      mode: finish.mode,
      ...modelColumns(finish.model),
      ...spentColumns(finish.spent),
      fallback: finish.fallback,
      retrieval_ms: finish.retrievalMs,
      first_token_ms: finish.firstTokenMs,
      total_ms: finish.totalMs,
      removed_sentences: JSON.stringify(removed),
      claims_checked: claims.length,
      claims_supported: claims.filter((claim) => claim.verdict === "supported").length,
      claims_unsupported: removed.length,
      finished_at: ctx.now,
    })
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .execute();
  return true;
}

/**
 * `model` is the one that answered. Quotes have none; the model requested before them stays on record. A fallback model
 * takes its place: the question's audit event names the first one.
 */
function modelColumns(model: ComposedAnswer["model"]) {
  if (model === null) return { model: null };
  return {
    model: model.answeredBy,
    asked_provider: model.provider,
    asked_model: model.asked,
    system_fingerprint: model.fingerprint,
    parameters: JSON.stringify(model.parameters),
    input_tokens: model.inputTokens,
    output_tokens: model.outputTokens,
  };
}

/** The tokens and parameters of the calls, even if nothing of them became the answer. */
function spentColumns(spent: MadeCall | null) {
  if (spent === null) return {};
  return {
    parameters: JSON.stringify(spent.parameters),
    input_tokens: spent.inputTokens,
    output_tokens: spent.outputTokens,
    tokens_estimated: spent.areEstimated,
  };
}

export async function failInteraction(
  ctx: Context,
  place: { companyId: number; id: number },
  { reason, spent }: { reason: string; spent: MadeCall | null },
): Promise<boolean> {
  const updated = await ctx.db
    .updateTable("interactions")
    .set({ outcome: "failed", reason, ...spentColumns(spent), finished_at: ctx.now })
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .where("outcome", "=", "pending")
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) === 1;
}

/** Answers whose process ended before they were finished. */
export function failAbandoned(
  ctx: Context,
  olderThan: Date,
  reason: string,
): Promise<{ id: number; company_id: number }[]> {
  return ctx.db
    .updateTable("interactions")
    .set({ outcome: "failed", reason, finished_at: ctx.now })
    .where("outcome", "=", "pending")
    .where("created_at", "<", olderThan)
    .returning(["id", "company_id"])
    .execute();
}

/** An interaction the caller may see, locked: of two quick ratings the second knows the first. */
export async function getRatable(ctx: Context, id: number) {
  const person = personOf(ctx);
  let query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .select([
      "i.id",
      "i.company_id",
      "i.user_id",
      "i.rating",
      "i.question",
      "i.outcome",
      "t.name as theme_name",
    ])
    .where("i.id", "=", id)
    .where("i.erased_at", "is", null);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (person.role === "agent") query = query.where("i.user_id", "=", person.id);
  return query.forUpdate("i").executeTakeFirstOrThrow(notFound);
}

export async function setRating(
  ctx: Context,
  interaction: { id: number; company_id: number },
  rating: { rating: Rating | null; reason: RatingReason | null; feedback: string | null },
): Promise<void> {
  await ctx.db
    .insertInto("ratings")
    .values({
      ...rating,
      company_id: interaction.company_id,
      interaction_id: interaction.id,
      user_id: personOf(ctx).id,
      created_at: ctx.now,
    })
    .execute();
  await ctx.db
    .updateTable("interactions")
    .set({ rating: rating.rating })
    .where("company_id", "=", interaction.company_id)
    .where("id", "=", interaction.id)
    .execute();
}
