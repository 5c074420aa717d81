import { useQuery } from "@tanstack/react-query";
import { tagGroups } from "#web/knowledge/tags/tag-groups.ts";
import { tagsQuery } from "./theme-queries.ts";
import type { ThemeDraft } from "./theme-draft.ts";
import { TagGroupField } from "#web/knowledge/tags/tag-group-field.tsx";

const labels = {
  partners: "Distribution partner tags",
  products: "Product tags",
  topics: "Topic tags",
  states: "State tags",
};

type Props = { draft: ThemeDraft; onChange(values: Partial<ThemeDraft>): void; themeId: number | null };

/** Four groups; each lists suggested tags from the theme's documents that aren't chosen yet. */
export function TagsTab({ draft, onChange, themeId }: Props) {
  const suggested = useQuery({ ...tagsQuery(themeId ?? 0), enabled: themeId !== null });
  return tagGroups.map(({ field, tone }) => (
    <TagGroupField
      key={field}
      label={labels[tone]}
      tone={tone}
      tags={draft[field]}
      suggestions={suggested.data?.[field] ?? []}
      onChange={(tags) => onChange({ [field]: tags })}
    />
  ));
}
