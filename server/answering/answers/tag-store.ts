import type { Context } from "#server/kernel/context.ts";
import { answeringVersions } from "#server/knowledge/documents/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";

/** A tag as stored in `document_tags`. */
export type Tag = { category: "distribution_partner" | "product" | "topic" | "state"; tag: string };

/** Versions that answer in the theme and whose document has at least one of the tags. */
export async function listVersionsWithTags(
  ctx: Context,
  theme: ThemeRow,
  tags: readonly Tag[],
): Promise<Set<number>> {
  const rows = await tagsOf(ctx, theme)
    .select("v.id")
    .distinct()
    .where((eb) =>
      eb.or(
        tags.map(({ category, tag }) => eb.and([eb("g.category", "=", category), eb("g.tag", "=", tag)])),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The tags of these categories in the versions that answer in the theme. */
export function listTags(
  ctx: Context,
  theme: ThemeRow,
  categories: readonly Tag["category"][],
): Promise<{ category: string; tag: string }[]> {
  return tagsOf(ctx, theme)
    .select(["g.category", "g.tag"])
    .distinct()
    .where("g.category", "in", categories)
    .execute();
}

function tagsOf(ctx: Context, theme: ThemeRow) {
  return answeringVersions(ctx.db)
    .innerJoin("document_tags as g", (join) =>
      join.onRef("g.company_id", "=", "v.company_id").onRef("g.document_id", "=", "v.document_id"),
    )
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id);
}
