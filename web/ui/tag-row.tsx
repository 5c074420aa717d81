import { useState } from "react";
import { Badge, type Tone } from "./parts.tsx";
import classes from "./tag-row.module.css";

type Props = { tags: { tag: string; tone: Tone }[]; shown: number };

/** The first of many tags, and a button that shows the rest; expanded, tags show their full text. */
export function TagRow({ tags, shown }: Props) {
  const [isOpen, setOpen] = useState(false);
  const rest = tags.length - shown;
  return (
    <span className={classes.tags} data-open={isOpen || undefined}>
      {(isOpen ? tags : tags.slice(0, shown)).map(({ tag, tone }) => (
        <span key={`${tone}/${tag}`} title={tag}>
          <Badge tone={tone}>{tag}</Badge>
        </span>
      ))}
      {rest > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? "Show fewer tags" : `Show ${rest} more ${rest === 1 ? "tag" : "tags"}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Fewer" : `+${rest}`}
        </button>
      )}
    </span>
  );
}
