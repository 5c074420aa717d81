import type { Context } from "#server/context.ts";

type Place = { company_id: number; id: number };

/** Whoever changes a document's tags waits here for whoever is at it; held until the transaction ends. */
export async function lockTags(ctx: Context, document: Place): Promise<void> {
  await ctx.db
    .selectFrom("documents")
    .select("id")
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .forNoKeyUpdate()
    .execute();
}

/** Somebody has set the document's tags: the record says so, and no suggestion replaces them. */
export async function areTagsByHand(ctx: Context, document: Place): Promise<boolean> {
  const event = await ctx.db
    .selectFrom("audit_events")
    .select("seq")
    .where("stream", "=", document.company_id)
    .where("target_type", "=", "document")
    .where("target_id", "=", String(document.id))
    .where("action", "=", "document.tag")
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
