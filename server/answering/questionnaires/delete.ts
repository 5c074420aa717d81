import type * as contract from "#contract/answering/questionnaires.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { allow } from "./policy.ts";
import { holdRow, removeRow } from "./store.ts";

/** Its recorded answers stay; a running one ends with the question that it is at. */
export async function deleteQuestionnaire(
  caller: Caller,
  { id }: { id: number },
): Promise<Result<typeof contract.deleteQuestionnaire>> {
  const key = await caller.transact(async (ctx) => {
    const row = allow(ctx, "delete", await holdRow(ctx, id));
    await removeRow(ctx, row);
    ctx.audit({
      action: "questionnaire.delete",
      target: { type: "questionnaire", id },
      company: row.company_id,
      before: { name: row.name, themeId: row.theme_id, questions: row.total ?? 0 },
    });
    return row.file_key;
  });
  // no row names it: the sweep removes it if this fails
  await caller.services.files.remove(key);
  return { success: true };
}
