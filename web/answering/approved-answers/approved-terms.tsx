import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { TagGroupField } from "#web/knowledge/tags/tag-group-field.tsx";
import { tagsQuery } from "#web/knowledge/themes/theme-queries.ts";
import { adminsQuery } from "#web/identity/users/queries.ts";

/** For whom an approved answer holds, who looks after it, and until when. */
export type Terms = { tags: SelectedTags; ownerId: number; reviewOn: string | null };

type Props = {
  themeId: number;
  companyId: number | undefined;
  values: Terms;
  /** Of the present owner. */
  ownerName: string;
  onChange(change: Partial<Terms>): void;
};

/** The groups of tags that limit an answer; without any, it holds for every question without a chosen tag. */
const holdsFor = [
  { group: "states", label: "Only for these states", tone: "states", from: "stateTags" },
  { group: "products", label: "Only for these products", tone: "products", from: "productTags" },
] as const;

export function ApprovedTerms({ themeId, companyId, values, ownerName, onChange }: Props) {
  const { data: known } = useQuery(tagsQuery(themeId));
  const { data: people = [] } = useQuery(adminsQuery(companyId));
  const { tags, ownerId, reviewOn } = values;
  return (
    <>
      {holdsFor.map(({ group, label, tone, from }) => (
        <TagGroupField
          key={group}
          label={label}
          tone={tone}
          tags={tags[group]}
          suggestions={known?.[from] ?? []}
          onChange={(chosen) => onChange({ tags: { ...tags, [group]: chosen } })}
        />
      ))}
      <NativeSelect
        label="Owner"
        description="Maintains it, and is notified if it is suspended"
        value={String(ownerId)}
        onChange={(event) => onChange({ ownerId: Number(event.currentTarget.value) })}
        data={[
          ...people.map((person) => ({ value: String(person.id), label: displayName(person) })),
          // a former administrator, or a super admin
          ...(people.some(({ id }) => id === ownerId) ? [] : [{ value: String(ownerId), label: ownerName }]),
        ]}
      />
      <TextInput
        type="date"
        label="Review date"
        description="Its owner looks at it again on that day; it answers beyond it"
        value={reviewOn ?? ""}
        onChange={(event) => onChange({ reviewOn: event.currentTarget.value || null })}
      />
    </>
  );
}
