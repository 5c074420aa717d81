import type { SelectedTags } from "#contract/values.ts";
import { names } from "#engine/quote/focus.ts";
import type { Focus } from "#engine/quote/focus.ts";
import type { Context } from "#server/context.ts";
import { answeringVersions } from "#server/documents/current-versions.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import { categories } from "./passage-store.ts";

/** Groups of which a row or a section is about one and not another. */
const exclusiveGroups = ["states", "products"] as const;

/**
 * What the asker chose or names of the theme's states and products, and the others of the same group; nothing is in focus
 * where none is meant.
 */
export async function focusOf(
  ctx: Context,
  theme: ThemeRow,
  question: { text: string; selectedTags: SelectedTags },
): Promise<Focus> {
  const rows = await answeringVersions(ctx.db)
    .innerJoin("document_tags as g", (join) =>
      join.onRef("g.company_id", "=", "d.company_id").onRef("g.document_id", "=", "d.id"),
    )
    .select(["g.category", "g.tag"])
    .distinct()
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where(
      "g.category",
      "in",
      exclusiveGroups.map((group) => categories[group]),
    )
    .execute();
  const groups = exclusiveGroups.map((group) => {
    const all = rows.filter(({ category }) => category === categories[group]).map(({ tag }) => tag);
    const meant = all.filter((tag) => names(question.text, tag));
    const chosen = [...new Set([...question.selectedTags[group], ...meant])];
    return { chosen, others: chosen.length === 0 ? [] : all.filter((tag) => !chosen.includes(tag)) };
  });
  return {
    chosen: groups.flatMap(({ chosen }) => chosen),
    others: groups.flatMap(({ others }) => others),
  };
}
