import { createHash } from "node:crypto";
import { personOf, type CompanyId, type Context } from "#server/kernel/context.ts";

/** How long an Idempotency-Key is remembered. */
const keptMilliseconds = 24 * 60 * 60 * 1000;

/** A call with its key, and what distinguishes it from another. */
export type Repeatable = { company: CompanyId | null; key: string; hash: Buffer };
type Earlier = { hash: Buffer; interactionId: number | null; result: Buffer | null };

export function hashOf(call: object): Buffer {
  return createHash("sha256").update(JSON.stringify(call)).digest();
}

/** Equal to no call. */
const ofAnotherCompany: Earlier = { hash: Buffer.alloc(0), interactionId: null, result: null };

const ownCalls = (ctx: Context) => ({ user_id: personOf(ctx).id });

/** Claims the key for this call; returns the existing entry if another call was first. */
export async function takeKey(ctx: Context, { company, key, hash }: Repeatable): Promise<"taken" | Earlier> {
  await ctx.db
    .deleteFrom("repeatable_calls")
    .where("user_id", "=", ownCalls(ctx).user_id)
    .where("created_at", "<", new Date(ctx.now.getTime() - keptMilliseconds))
    .execute();
  const claim = async () =>
    ctx.db
      .insertInto("repeatable_calls")
      .values({
        ...ownCalls(ctx),
        company_id: company,
        idempotency_key: key,
        asked_hash: hash,
        created_at: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst();
  if ((await claim()) !== undefined) return "taken";
  const row = await ctx.db
    .selectFrom("repeatable_calls")
    .select(["asked_hash as hash", "interaction_id as interactionId", "result"])
    .where("user_id", "=", ownCalls(ctx).user_id)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (row !== undefined) return row;
  // the first call has just released it, or it was for another company, whose rows are out of sight here
  return (await claim()) === undefined ? ofAnotherCompany : "taken";
}

export async function keepResult(
  ctx: Context,
  { key }: Repeatable,
  result: { interaction_id: number } | { result: Buffer },
): Promise<void> {
  await ctx.db
    .updateTable("repeatable_calls")
    .set(result)
    .where("user_id", "=", ownCalls(ctx).user_id)
    .where("idempotency_key", "=", key)
    .execute();
}

/** A failed call may be repeated with its key. */
export async function giveBack(ctx: Context, { key }: Repeatable): Promise<void> {
  await ctx.db
    .deleteFrom("repeatable_calls")
    .where("user_id", "=", ownCalls(ctx).user_id)
    .where("idempotency_key", "=", key)
    .execute();
}
