import { sql } from "kysely";
import type { EndedSessions } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";

/** Ends a person's sessions and their open streams, in every process. */
export async function endSessions(ctx: Context, userId: number, which: EndedSessions): Promise<number> {
  let query = ctx.db.deleteFrom("sessions").where("user_id", "=", userId);
  if ("only" in which) query = query.where(sql<string>`id::text`, "=", which.only);
  else if (which.keep !== null) query = query.where("id", "!=", which.keep);
  const result = await query.executeTakeFirst();
  await ctx.services.events.endSessions(ctx.db, userId, which);
  return Number(result.numDeletedRows);
}

/** Sessions continue; streams reopen with the permissions now in force. */
export async function endOpenStreams(ctx: Context, userId: number): Promise<void> {
  await ctx.services.events.endSessions(ctx.db, userId, { keep: null });
}

/** Of everybody in a company; their open streams are ended one by one (`endOpenStreams`). */
export async function deleteSessionsOf(ctx: Context, companyId: number): Promise<void> {
  await ctx.db.deleteFrom("sessions").where("company_id", "=", companyId).execute();
}
