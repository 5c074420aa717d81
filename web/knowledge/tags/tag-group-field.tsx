import { ActionIcon, TextInput } from "@mantine/core";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { isKeyboardClick } from "#web/ui/is-keyboard-click.ts";
import { TagChip } from "./tag-chips.tsx";
import tagClasses from "./tags.module.css";
import classes from "./tag-group-field.module.css";

type Props = {
  label: string;
  tone: string;
  tags: string[];
  suggestions: string[];
  onChange(tags: string[]): void;
};

/** What is typed is one of the tags before it is entered: saving loses no word. */
export function TagGroupField({ label, tone, tags, suggestions, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const entered = tags.filter((tag) => tag !== pending);
  const type = (text: string) => {
    setTyped(text);
    const tag = text.trim();
    const isNew = tag !== "" && !entered.includes(tag);
    setPending(isNew ? tag : null);
    if (isNew) onChange([...entered, tag]);
    else if (pending !== null) onChange(entered);
  };
  const enter = () => {
    setTyped("");
    setPending(null);
  };
  const open = suggestions.filter((tag) => !entered.includes(tag));
  return (
    <div className={classes.group}>
      <div className={classes.entry}>
        <TextInput
          ref={field}
          label={label}
          value={typed}
          maxLength={60}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            enter();
          }}
        />
        <ActionIcon size={36} variant="default" aria-label={`Add to ${label.toLowerCase()}`} onClick={enter}>
          <Plus size={16} />
        </ActionIcon>
      </div>
      {entered.length > 0 && (
        <div className={classes.chips}>
          {entered.map((tag) => (
            <TagChip
              key={tag}
              tag={tag}
              tone={tone}
              onRemove={(byKey) => {
                onChange(tags.filter((other) => other !== tag));
                if (byKey) field.current?.focus();
              }}
            />
          ))}
        </div>
      )}
      {open.length > 0 && (
        <div className={classes.suggested}>
          AI-suggested:
          {open.map((tag) => (
            <button
              key={tag}
              type="button"
              className={tagClasses.tag}
              data-tone={tone}
              onClick={(event) => {
                onChange([...tags, tag]);
                if (isKeyboardClick(event)) field.current?.focus();
              }}
            >
              <Plus size={11} aria-hidden /> {tag}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
