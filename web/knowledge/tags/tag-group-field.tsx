import { ActionIcon, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { byKey } from "#web/ui/by-key.ts";
import tagClasses from "./tags.module.css";
import classes from "./tag-group-field.module.css";

type Props = {
  label: string;
  tone: string;
  tags: string[];
  suggestions: string[];
  onChange(tags: string[]): void;
};

export function TagGroupField({ label, tone, tags, suggestions, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const add = (tag: string) => {
    const clean = tag.trim();
    if (clean !== "" && !tags.includes(clean)) onChange([...tags, clean]);
    setTyped("");
  };
  const open = suggestions.filter((tag) => !tags.includes(tag));
  return (
    <div className={classes.group}>
      <div className={classes.entry}>
        <TextInput
          ref={field}
          label={label}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add(typed);
          }}
        />
        <ActionIcon
          size={36}
          variant="default"
          aria-label={`Add to ${label.toLowerCase()}`}
          onClick={() => add(typed)}
        >
          <Plus size={16} />
        </ActionIcon>
      </div>
      {tags.length > 0 && (
        <div className={classes.chips}>
          {tags.map((tag) => (
            <span key={tag} className={tagClasses.chip} data-tone={tone}>
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={(event) => {
                  onChange(tags.filter((other) => other !== tag));
                  if (byKey(event)) field.current?.focus();
                }}
              >
                <X size={12} aria-hidden />
              </button>
            </span>
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
                add(tag);
                if (byKey(event)) field.current?.focus();
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
