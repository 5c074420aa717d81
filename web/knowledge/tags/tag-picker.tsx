import { ChevronDown, ListFilter } from "lucide-react";
import { memo, useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { SelectedTags, TagGroups } from "#contract/kernel/values.ts";
import { filterTags } from "./filter-tags.ts";
import { tagGroups, type TagGroup } from "./tag-groups.ts";
import classes from "./tags.module.css";

type Props = {
  available: TagGroups;
  selected: SelectedTags;
  typed: string;
  onToggle(group: TagGroup, tag: string): void;
};

/**
 * AI-generated tags of the theme's documents, filtered live by the question's words. Arrow keys move between tags, so that forty of them are a single Tab stop before the question.
 */
export const TagPicker = memo(function TagPicker({ available, selected, typed, onToggle }: Props) {
  const count = tagGroups.reduce((sum, { group }) => sum + selected[group].length, 0);
  const hasAny = tagGroups.some(({ field }) => available[field].length > 0);
  const shown = tagGroups
    .map((entry) => ({ ...entry, tags: filterTags(available[entry.field], typed) }))
    .filter((entry) => entry.tags.length > 0);
  const [visited, setVisited] = useState("");
  // folded until asked for; chosen tags unfold it
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const body = useId();
  const picker = useRef<HTMLElement>(null);
  // on a phone the tags would unfold below the question box
  useEffect(() => {
    if (isOpen === true) picker.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const isShown = isOpen ?? count > 0;
  const names = shown.flatMap(({ group, tags }) => tags.map((tag) => nameOf(group, tag)));
  const stop = names.includes(visited) ? visited : names[0];
  return (
    <section
      ref={picker}
      className={classes.picker}
      data-any={hasAny || undefined}
      aria-label="AI-Generated Tags"
    >
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isShown}
        aria-controls={body}
        onClick={() => setOpen(!isShown)}
      >
        <ListFilter size={15} aria-hidden /> Narrow by tag
        <ChevronDown size={15} aria-hidden />
      </button>
      <div id={body} className={classes.body} hidden={!isShown}>
        <h2 className={classes.head}>
          AI-Generated Tags · <span aria-live="polite">{count} selected</span>
        </h2>
        {!isShown ? null : !hasAny ? (
          <p className={classes.none}>
            No AI-generated tags available
            <br />
            Upload documents to generate tags
          </p>
        ) : shown.length === 0 ? (
          <p className={classes.none} data-line title={typed}>
            No tags found matching "{typed}"
          </p>
        ) : (
          // different words find different groups: animating between them would make tags slide as the reader looks at
          // them
          <div
            key={typed === "" ? "all" : names.join()}
            className={classes.groups}
            role="toolbar"
            aria-label="Tags by group"
            onKeyDown={goToTag}
          >
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
                      tabIndex={stop === nameOf(group, tag) ? 0 : -1}
                      onFocus={() => setVisited(nameOf(group, tag))}
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
      </div>
    </section>
  );
});

/** A tag may be in two groups. */
function nameOf(group: TagGroup, tag: string): string {
  return `${group}/${tag}`;
}

function goToTag(event: KeyboardEvent<HTMLElement>): void {
  const tags = [...event.currentTarget.querySelectorAll("button")];
  const at = tags.findIndex((tag) => tag === document.activeElement);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: tags.length - 1,
  };
  const next = tags[steps[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
