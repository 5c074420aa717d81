import type { SelectedTags, TagGroups } from "#contract/kernel/values.ts";

export type TagGroup = keyof SelectedTags;

/** The four groups with their display names, colors, and fields in themes and documents. */
export const tagGroups = [
  { group: "distributionPartners", field: "distributionPartnerTags", label: "Partners", tone: "partners" },
  { group: "products", field: "productTags", label: "Products", tone: "products" },
  { group: "topics", field: "topicTags", label: "Topics", tone: "topics" },
  { group: "states", field: "stateTags", label: "States", tone: "states" },
] as const satisfies { group: TagGroup; field: keyof TagGroups; label: string; tone: string }[];

/** Of the columns that a CSV file has for tags, as `tagCells` fills them. */
export const tagNames = tagGroups.map(({ label }) => label);

export const tagCells = (tags: TagGroups): string[] => tagGroups.map(({ field }) => tags[field].join("; "));
