import { moveHelp } from "#server/operation/help/arrange.ts";
import { createHelp, deleteHelp, updateHelp } from "#server/operation/help/change.ts";
import { companyHelp, customizedHelp, hiddenHelp, platformHelp } from "./facts/help.ts";
import type { Cast, Stage } from "./stage.ts";

/** The platform's help, and the company's changes to it: one item in its own words, one hidden, two added. */
export async function writeHelp(stage: Stage, cast: Cast, at: Date): Promise<void> {
  const isThere = await stage.asSystem(at).transact(async (ctx) => {
    const rows = await ctx.db.selectFrom("help_items").select("id").limit(1).execute();
    return rows.length > 0;
  });
  if (isThere) return;
  const ids = await stage.as(cast.person("morgan"), at).transact(async (ctx) => {
    const made = new Map<string, number>();
    for (const item of platformHelp) made.set(item.title, (await createHelp(ctx, item)).id);
    return made;
  });
  await stage.as(cast.person("dana"), at).transact(async (ctx) => {
    const { replaces, item } = customizedHelp;
    await updateHelp(ctx, { id: ids.get(replaces) ?? 0, ...item });
    await deleteHelp(ctx, { id: ids.get(hiddenHelp) ?? 0 });
    for (const own of companyHelp) {
      const { id } = await createHelp(ctx, own);
      // the most frequent question comes first
      if (own === companyHelp[0])
        for (let index = 0; index < 6; index += 1) await moveHelp(ctx, { id, direction: "up" });
    }
  });
}
