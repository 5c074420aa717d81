import type { Context } from "#server/kernel/context.ts";
import { removeOld } from "./store.ts";

/**
 * Deletes questionnaires of before a moment that hold no recorded answer any more.
 * @returns their ids and the stored files to remove
 */
export async function eraseOldQuestionnaires(
  ctx: Context,
  companyId: number,
  before: Date,
  page: { after: number; limit: number },
): Promise<{ ids: number[]; files: string[] }> {
  const gone = await removeOld(ctx, companyId, before, page);
  for (const { id } of gone)
    ctx.audit({
      action: "questionnaire.delete",
      target: { type: "questionnaire", id },
      company: companyId,
      after: { reason: "retention period" },
    });
  return { ids: gone.map(({ id }) => id), files: gone.map(({ file_key }) => file_key) };
}
