import { sql } from "kysely";
import type { SelectedTags } from "#contract/values.ts";
import type { Context } from "#server/context.ts";
import { answeringVersions } from "#server/documents/current-versions.ts";
import type { Hit } from "#engine/theme-index.ts";
import type { ThemeRow } from "#server/themes/store.ts";
import { turnOf } from "#engine/evidence.ts";
import type { FoundPassage } from "#engine/evidence.ts";
import { names } from "#engine/quote/focus.ts";
import type { Focus } from "#engine/quote/focus.ts";

const categories = {
  distributionPartners: "distribution_partner",
  products: "product",
  topics: "topic",
  states: "state",
} as const;

/** Versions of the theme's documents that carry at least one of the chosen tags; null when none was chosen. */
export async function versionsWithTags(
  ctx: Context,
  theme: ThemeRow,
  tags: SelectedTags,
): Promise<Set<number> | null> {
  const chosen = (Object.keys(categories) as (keyof SelectedTags)[]).flatMap((group) =>
    tags[group].map((tag) => ({ category: categories[group], tag })),
  );
  if (chosen.length === 0) return null;
  const rows = await answeringVersions(ctx.db)
    .innerJoin("document_tags as g", (join) =>
      join.onRef("g.company_id", "=", "d.company_id").onRef("g.document_id", "=", "d.id"),
    )
    .select("v.id")
    .distinct()
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where((eb) =>
      eb.or(
        chosen.map(({ category, tag }) => eb.and([eb("g.category", "=", category), eb("g.tag", "=", tag)])),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

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

/** The passages behind hits; only of this theme's living documents, whatever the index in memory held. */
export async function loadPassages(ctx: Context, theme: ThemeRow, hits: Hit[]): Promise<FoundPassage[]> {
  if (hits.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("passages as p")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.company_id", "=", "p.company_id").onRef("v.id", "=", "p.version_id"),
    )
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("pages as g", (join) =>
      join
        .onRef("g.company_id", "=", "p.company_id")
        .onRef("g.version_id", "=", "p.version_id")
        .onRef("g.page_index", "=", "p.page_from"),
    )
    .leftJoin("pages as h", (join) =>
      join
        .onRef("h.company_id", "=", "p.company_id")
        .onRef("h.version_id", "=", "p.version_id")
        .onRef("h.page_index", "=", "p.page_to")
        .onRef("h.page_index", ">", "p.page_from"),
    )
    .select([
      "p.version_id",
      "p.ordinal",
      "p.text",
      "p.section",
      "p.page_from",
      "p.page_to",
      "p.start_offset",
      "g.number",
      "h.number as next_number",
      "v.version",
      "d.id as document_id",
      "d.name",
    ])
    .select((eb) =>
      // only of the few passages that go over a page
      eb.case().when("h.page_index", "is not", null).then(eb.ref("g.text")).end().as("first_page"),
    )
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null)
    .where(
      sql<boolean>`(p.version_id, p.ordinal) in (select * from unnest(${hits.map((hit) => hit.document)}::int[], ${hits.map((hit) => hit.passage)}::int[]))`,
    )
    .execute();
  return rows.map((row) => ({
    documentId: row.document_id,
    documentName: row.name,
    versionId: row.version_id,
    version: row.version,
    ordinal: row.ordinal,
    text: row.text,
    section: row.section,
    pageNumber: row.number,
    pageIndex: row.page_from,
    turn:
      row.first_page === null
        ? null
        : {
            at: turnOf(row.text, row.first_page, row.start_offset),
            pageNumber: row.next_number,
            pageIndex: row.page_to,
          },
  }));
}
