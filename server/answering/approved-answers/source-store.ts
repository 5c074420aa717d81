import { asEvidence, type Evidence } from "#engine/evidence.ts";
import type { Context } from "#server/kernel/context.ts";
import { passageOnRecord } from "./passage-on-record.ts";

/** What an answer was made from, cited or not, as the check of claims reads it. */
export async function listSources(
  ctx: Context,
  interaction: { company_id: number; id: number },
): Promise<Evidence[]> {
  const rows = await ctx.db
    .selectFrom("interaction_sources")
    .selectAll()
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .orderBy("rank")
    .execute();
  return rows.map((row) => asEvidence(passageOnRecord(row), row.rank, row.score));
}
