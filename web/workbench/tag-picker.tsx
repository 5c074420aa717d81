import { memo } from "react";
import type { SelectedTags, TagGroups } from "#contract/values.ts";
import { filterTags } from "./filter-tags.ts";
import { tagGroups } from "./tag-groups.ts";
import type { TagGroup } from "./tag-groups.ts";
import classes from "./tags.module.css";

type Props = {
  available: TagGroups;
  selected: SelectedTags;
  typed: string;
  onToggle(group: TagGroup, tag: string): void;
};

/** AI-generated tags of the theme's documents, filtered live by the words of the question. */
export const TagPicker = memo(function TagPicker({ available, selected, typed, onToggle }: Props) {
  const count = tagGroups.reduce((sum, { group }) => sum + selected[group].length, 0);
  const hasAny = tagGroups.some(({ field }) => available[field].length > 0);
  const shown = tagGroups
    .map((entry) => ({ ...entry, tags: filterTags(available[entry.field], typed) }))
    .filter((entry) => entry.tags.length > 0);
  return (
    <section className={classes.picker} aria-label="AI-Generated Tags">
      <h2 className={classes.head}>
        AI-Generated Tags · <span aria-live="polite">{count} selected</span>
      </h2>
      {!hasAny ? (
        <p className={classes.none}>
          No AI-generated tags available
          <br />
          Upload documents to generate tags
        </p>
      ) : shown.length === 0 ? (
        <p className={classes.none}>No tags found matching "{typed}"</p>
      ) : (
        <div className={classes.groups} tabIndex={0} role="group" aria-label="Tags by group">
          {shown.map(({ group, label, tone, tags }) => (
            <div key={group} className={classes.group} data-tone={tone}>
              <h3>{label}</h3>
              <div className={classes.tags}>
                {tags.map((tag) => (
                  <button
                    key={tag}
                    type="button"
                    className={classes.tag}
                    data-tone={tone}
                    aria-pressed={selected[group].includes(tag)}
                    onClick={() => onToggle(group, tag)}
                  >
                    {tag}
                  </button>
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
});
