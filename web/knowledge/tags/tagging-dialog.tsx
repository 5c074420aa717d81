import { NativeSelect, TextInput } from "@mantine/core";
import { useState, type ComponentProps } from "react";
import type { TagGroups } from "#contract/kernel/values.ts";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Pair } from "#web/ui/form.tsx";
import { formatCount } from "#web/ui/format.ts";
import { tagGroups } from "./tag-groups.ts";

type TagToAdd = { field: keyof TagGroups; tag: string };

type Tagged = TagGroups & { version: number };
type Props<Row> = Pick<
  ComponentProps<typeof BatchDialog<Row>>,
  "rows" | "thing" | "nameOf" | "stale" | "onClose"
> & {
  /** The row's tags now, since others may have changed them. */
  read(row: NoInfer<Row>): Promise<Tagged>;
  write(row: NoInfer<Row>, change: Partial<TagGroups> & { version: number }): Promise<unknown>;
};

/** Adds one tag to several rows. */
export function TaggingDialog<Row>({ read, write, ...props }: Props<Row>) {
  const [value, setValue] = useState<TagToAdd>({ field: "topicTags", tag: "" });
  const { field, tag } = value;
  return (
    <BatchDialog
      {...props}
      question={`Add a tag to ${formatCount(props.rows.length, props.thing)}`}
      action="Add tag"
      canRun={tag.trim() !== ""}
      run={async (row) => {
        const now = await read(row);
        const tags = withTag(now[field], tag);
        if (tags === null) return false;
        await write(row, { version: now.version, [field]: tags });
        return true;
      }}
      undo={async (row) => {
        const now = await read(row);
        await write(row, { version: now.version, [field]: withoutTag(now[field], tag) });
      }}
      done="tagged"
      undone="without the tag again"
    >
      <TagToAddFields value={value} onChange={setValue} />
    </BatchDialog>
  );
}

/** One tag and its group. */
function TagToAddFields({ value, onChange }: { value: TagToAdd; onChange(value: TagToAdd): void }) {
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
function withTag(tags: readonly string[], tag: string): string[] | null {
  const added = tag.trim();
  return tags.some((one) => one.toLowerCase() === added.toLowerCase()) ? null : [...tags, added];
}

/** The tags without the one that was added. */
function withoutTag(tags: readonly string[], tag: string): string[] {
  return tags.filter((one) => one.toLowerCase() !== tag.trim().toLowerCase());
}
