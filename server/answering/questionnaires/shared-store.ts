import type { Context } from "#server/kernel/context.ts";

/** Which of these stored files belong to questionnaires. */
export async function questionnaireKeys(ctx: Context, keys: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("questionnaires")
    .select("file_key")
    .where("file_key", "in", keys)
    .execute();
  return rows.map(({ file_key }) => file_key);
}
