import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

export type Purpose = "answer" | "follow-up" | "second-look" | "embedding" | "tags" | "key-check";

/**
 * Takes tokens from the company's daily limit, all or nothing, in one statement: simultaneous calls cannot exceed it
 * together. The day is UTC.
 * @returns the day's tokens afterwards, or null if they would exceed the limit
 */
export async function takeTokens(
  ctx: Context,
  companyId: number,
  tokens: number,
  limit: number,
): Promise<number | null> {
  if (tokens > limit) return null;
  const row = await ctx.db
    .insertInto("usage_days")
    .values({ company_id: companyId, day: dayOf(ctx.now), tokens })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "day"])
        .doUpdateSet({ tokens: sql<number>`usage_days.tokens + excluded.tokens` })
        .where(sql<boolean>`usage_days.tokens + excluded.tokens <= ${limit}`),
    )
    .returning("tokens")
    .executeTakeFirst();
  return row === undefined ? null : row.tokens;
}

export async function insertEntry(
  ctx: Context,
  companyId: number,
  entry: {
    interactionId: number | null;
    purpose: Purpose;
    provider: string;
    model: string;
    reservedTokens: number;
  },
): Promise<number> {
  const row = await ctx.db
    .insertInto("usage_entries")
    .values({
      company_id: companyId,
      interaction_id: entry.interactionId,
      purpose: entry.purpose,
      provider: entry.provider,
      model: entry.model,
      asked_model: entry.model,
      reserved_tokens: entry.reservedTokens,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces a reservation with the call's actual tokens and the model that answered, once. */
export async function settleEntry(
  ctx: Context,
  place: { companyId: number; id: number },
  spent: { inputTokens: number; outputTokens: number; model?: string },
): Promise<void> {
  const entry = await ctx.db
    .updateTable("usage_entries")
    .set({
      input_tokens: spent.inputTokens,
      output_tokens: spent.outputTokens,
      settled_at: ctx.now,
      ...(spent.model === undefined ? {} : { model: spent.model }),
    })
    .where("company_id", "=", place.companyId)
    .where("id", "=", place.id)
    .where("settled_at", "is", null)
    .returning(["reserved_tokens", "created_at"])
    .executeTakeFirst();
  if (entry === undefined) return;
  await ctx.db
    .updateTable("usage_days")
    .set({
      tokens: sql<number>`greatest(0, tokens + ${spent.inputTokens + spent.outputTokens - entry.reserved_tokens})`,
    })
    .where("company_id", "=", place.companyId)
    .where("day", "=", sql<Date>`${dayOf(entry.created_at)}::date`)
    .execute();
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
