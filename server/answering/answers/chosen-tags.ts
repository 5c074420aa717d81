import type { SelectedTags } from "#contract/kernel/values.ts";
import { namedAmong, names, type Focus } from "#engine/quote/focus.ts";
import type { Context } from "#server/kernel/context.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { listTags, listVersionsWithTags } from "./tag-store.ts";

/** Columns of `document_tags` by the group of the chosen tag. */
const categories = {
  distributionPartners: "distribution_partner",
  products: "product",
  topics: "topic",
  states: "state",
} as const;

/**
 * Versions of the theme's documents that have, of each group with a choice, one of the chosen tags: Ohio or Texas, and
 * phone. Null if none was chosen.
 */
export async function versionsWithTags(
  ctx: Context,
  theme: ThemeRow,
  tags: SelectedTags,
): Promise<Set<number> | null> {
  const chosen = (Object.keys(categories) as (keyof SelectedTags)[]).flatMap((group) =>
    tags[group].length === 0 ? [] : [{ category: categories[group], tags: tags[group] }],
  );
  return chosen.length === 0 ? null : listVersionsWithTags(ctx, theme, chosen);
}

/** Groups in which a row or section is about one value and not another. */
const exclusiveGroups = ["states", "products"] as const;

/**
 * The theme's states and products that the asker chose or named, and the others of the same groups, empty without a choice;
 * and all states if the asker means none.
 */
export async function focusOf(
  ctx: Context,
  theme: ThemeRow,
  question: { text: string; selectedTags: SelectedTags },
): Promise<Focus> {
  const known = await exclusiveTags(ctx, theme);
  const groups = exclusiveGroups.map((group) => {
    const all = known[group];
    const meant = namedAmong(question.text, all);
    const chosen = [...new Set([...question.selectedTags[group], ...meant])];
    return { group, chosen, others: chosen.length === 0 ? [] : all.filter((tag) => !chosen.includes(tag)) };
  });
  return {
    chosen: groups.flatMap(({ chosen }) => chosen),
    others: groups.flatMap(({ others }) => others),
    regions: groups.some(({ group, chosen }) => group === "states" && chosen.length > 0) ? [] : known.states,
  };
}

/** The states and products of the theme's answering documents. */
export async function exclusiveTags(
  ctx: Context,
  theme: ThemeRow,
): Promise<Record<(typeof exclusiveGroups)[number], string[]>> {
  const rows = await listTags(
    ctx,
    theme,
    exclusiveGroups.map((group) => categories[group]),
  );
  const of = (group: keyof typeof categories) =>
    rows.filter(({ category }) => category === categories[group]).map(({ tag }) => tag);
  return { states: of("states"), products: of("products") };
}

/** Chosen tags are searched for with the question: a state's own section ranks above the general one. */
export function withChosen(question: string, { chosen }: Focus): string {
  return [question, ...chosen.filter((tag) => !names(question, tag))].join(" ");
}
