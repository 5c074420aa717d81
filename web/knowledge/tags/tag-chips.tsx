import { X } from "lucide-react";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { isKeyboardClick } from "#web/ui/is-keyboard-click.ts";
import { tagGroups, type TagGroup } from "./tag-groups.ts";
import classes from "./tags.module.css";

type ChipProps = { tag: string; tone: string; onRemove?: ((byKey: boolean) => void) | undefined };

/** A tag in the color of its group; removable with `onRemove`. */
export function TagChip({ tag, tone, onRemove }: ChipProps) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {tag}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${tag}`}
          onClick={(event) => onRemove(isKeyboardClick(event))}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

type Props = { tags: SelectedTags; onRemove?: (group: TagGroup, tag: string, byKey: boolean) => void };

export function TagChips({ tags, onRemove }: Props) {
  return tagGroups.flatMap(({ group, tone }) =>
    tags[group].map((tag) => (
      <TagChip
        key={`${group}/${tag}`}
        tag={tag}
        tone={tone}
        onRemove={onRemove && ((byKey) => onRemove(group, tag, byKey))}
      />
    )),
  );
}
