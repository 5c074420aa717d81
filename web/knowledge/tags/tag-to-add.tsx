import { NativeSelect, TextInput } from "@mantine/core";
import type { TagGroups } from "#contract/kernel/values.ts";
import { Pair } from "#web/ui/form.tsx";
import { tagGroups } from "./tag-groups.ts";

export type TagToAdd = { field: keyof TagGroups; tag: string };

/** One tag and its group, for several rows at once. */
export function TagToAddFields({ value, onChange }: { value: TagToAdd; onChange(value: TagToAdd): void }) {
  return (
    <Pair>
      <NativeSelect
        label="Group"
        value={value.field}
        onChange={(event) => {
          const group = tagGroups.find(({ field }) => field === event.currentTarget.value);
          if (group !== undefined) onChange({ ...value, field: group.field });
        }}
        data={tagGroups.map(({ field, label }) => ({ value: field, label }))}
      />
      <TextInput
        label="Tag"
        required
        data-autofocus
        maxLength={60}
        value={value.tag}
        onChange={(event) => onChange({ ...value, tag: event.currentTarget.value })}
      />
    </Pair>
  );
}

/** The tags with another one; null: it is there, in whatever case. */
export function withTag(tags: readonly string[], tag: string): string[] | null {
  const added = tag.trim();
  return tags.some((one) => one.toLowerCase() === added.toLowerCase()) ? null : [...tags, added];
}

/** The tags without the one that was added. */
export function withoutTag(tags: readonly string[], tag: string): string[] {
  return tags.filter((one) => one.toLowerCase() !== tag.trim().toLowerCase());
}
