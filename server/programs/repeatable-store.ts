import { createHash } from "node:crypto";
import { personOf } from "#server/context.ts";
import type { CompanyId, Context } from "#server/context.ts";

/** How long an Idempotency-Key is remembered. */
const keptMilliseconds = 24 * 60 * 60 * 1000;

/** A question with its key: its owner, and what distinguishes it from another. */
export type Repeatable = { company: CompanyId; key: string; hash: Buffer };

export function hashOf(question: object): Buffer {
  return createHash("sha256").update(JSON.stringify(question)).digest();
}

/** Claims the key for this question; returns the existing entry if another call was first. */
export async function takeKey(
  ctx: Context,
  { company, key, hash }: Repeatable,
): Promise<"taken" | { hash: Buffer; interactionId: number | null }> {
  const own = { company_id: company, user_id: personOf(ctx).id };
  await ctx.db
    .deleteFrom("repeatable_questions")
    .where("company_id", "=", own.company_id)
    .where("user_id", "=", own.user_id)
    .where("created_at", "<", new Date(ctx.now.getTime() - keptMilliseconds))
    .execute();
  const inserted = await ctx.db
    .insertInto("repeatable_questions")
    .values({ ...own, idempotency_key: key, asked_hash: hash, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (inserted !== undefined) return "taken";
  const row = await ctx.db
    .selectFrom("repeatable_questions")
    .select(["asked_hash", "interaction_id"])
    .where("company_id", "=", own.company_id)
    .where("user_id", "=", own.user_id)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  // the first call has just released it
  if (row === undefined) return { hash, interactionId: null };
  return { hash: row.asked_hash, interactionId: row.interaction_id };
}

export async function keepAnswer(ctx: Context, question: Repeatable, interactionId: number): Promise<void> {
  await ctx.db
    .updateTable("repeatable_questions")
    .set({ interaction_id: interactionId })
    .where("company_id", "=", question.company)
    .where("user_id", "=", personOf(ctx).id)
    .where("idempotency_key", "=", question.key)
    .execute();
}

/** A failed question may be asked again with its key. */
export async function giveBack(ctx: Context, question: Repeatable): Promise<void> {
  await ctx.db
    .deleteFrom("repeatable_questions")
    .where("company_id", "=", question.company)
    .where("user_id", "=", personOf(ctx).id)
    .where("idempotency_key", "=", question.key)
    .execute();
}
