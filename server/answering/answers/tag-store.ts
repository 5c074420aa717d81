import type { Context } from "#server/kernel/context.ts";
import { answeringVersions } from "#server/knowledge/documents/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";

type Category = "distribution_partner" | "product" | "topic" | "state";

/** Versions that answer in the theme and whose document has one of the tags of each choice. */
export async function listVersionsWithTags(
  ctx: Context,
  theme: ThemeRow,
  choices: readonly { category: Category; tags: readonly string[] }[],
): Promise<Set<number>> {
  const rows = await tagsOf(ctx, theme)
    .select("v.id")
    .where((eb) =>
      eb.or(
        choices.map(({ category, tags }) =>
          eb.and([eb("g.category", "=", category), eb("g.tag", "in", tags)]),
        ),
      ),
    )
    .groupBy("v.id")
    .having((eb) => eb(eb.fn.count("g.category").distinct(), "=", choices.length))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The tags of these categories in the versions that answer in the theme. */
export function listTags(
  ctx: Context,
  theme: ThemeRow,
  categories: readonly Category[],
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
