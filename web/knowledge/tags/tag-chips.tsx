import { X } from "lucide-react";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { isKeyboardClick } from "#web/ui/is-keyboard-click.ts";
import { tagGroups } from "./tag-groups.ts";
import type { TagGroup } from "./tag-groups.ts";
import classes from "./tags.module.css";

/** Chosen tags in their groups' colors; removable with `onRemove`. */
export function TagChips({
  tags,
  onRemove,
}: {
  tags: SelectedTags;
  onRemove?: (group: TagGroup, tag: string, byKey: boolean) => void;
}) {
  return tagGroups.flatMap(({ group, tone }) =>
    tags[group].map((tag) => (
      <span key={`${group}/${tag}`} className={classes.chip} data-tone={tone}>
        {tag}
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove ${tag}`}
            onClick={(event) => onRemove(group, tag, isKeyboardClick(event))}
          >
            <X size={12} aria-hidden />
          </button>
        )}
      </span>
    )),
  );
}
