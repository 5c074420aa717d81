import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

/** Records a problem with the time it began; returns that time and whether anyone was notified. */
export function noteTrouble(
  ctx: Context,
  what: string,
  reason: string,
): Promise<{ since: Date; told_at: Date | null }> {
  return ctx.db
    .insertInto("record_troubles")
    .values({ what, reason, since: ctx.now })
    .onConflict((conflict) => conflict.column("what").doUpdateSet({ reason: sql<string>`excluded.reason` }))
    .returning(["since", "told_at"])
    .executeTakeFirstOrThrow();
}

export async function noteNotified(ctx: Context, what: string): Promise<void> {
  await ctx.db.updateTable("record_troubles").set({ told_at: ctx.now }).where("what", "=", what).execute();
}

/** Ends a problem; null if there was none. */
export async function endTrouble(
  ctx: Context,
  what: string,
): Promise<{ since: Date; told_at: Date | null } | null> {
  const row = await ctx.db
    .deleteFrom("record_troubles")
    .where("what", "=", what)
    .returning(["since", "told_at"])
    .executeTakeFirst();
  return row ?? null;
}

export function listTroubles(ctx: Context): Promise<{ what: string; reason: string; since: Date }[]> {
  return ctx.db.selectFrom("record_troubles").select(["what", "reason", "since"]).orderBy("since").execute();
}
