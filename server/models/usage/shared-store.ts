import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

/**
 * Calls whose process ended before settlement count with their full reservation: the provider may have done the work.
 */
export async function settleAbandoned(ctx: Context, olderThan: Date): Promise<void> {
  await ctx.db
    .updateTable("usage_entries")
    .set({ input_tokens: sql<number>`reserved_tokens`, output_tokens: 0, settled_at: ctx.now })
    .where("settled_at", "is", null)
    .where("created_at", "<", olderThan)
    .execute();
}
