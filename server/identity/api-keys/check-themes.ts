import type { CompanyId, Context } from "#server/kernel/context.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { listNamedThemes } from "./store.ts";

/**
 * The themes of a new key, by the field that names them.
 * @throws AppError not_found beyond the caller's reach; invalid for themes of another company
 */
export async function checkThemes(
  ctx: Context,
  company: CompanyId,
  named: Record<string, number[]>,
): Promise<void> {
  for (const [field, ids] of Object.entries(named)) {
    const themes = await listNamedThemes(ctx, ids);
    if (themes.length < new Set(ids).size) throw notFound();
    if (themes.some(({ company_id }) => company_id !== company))
      throw invalid(field, "Choose themes of the key's company.");
  }
}
