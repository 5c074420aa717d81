import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import classes from "./icon-button.module.css";

type Props = {
  icon: LucideIcon;
  label: string;
  onClick(click: MouseEvent): void;
  disabled?: boolean;
  pressed?: boolean;
  /** Toggles a part of the screen. */
  expanded?: boolean;
  tone?: "ok" | "bad";
  size?: "small";
};

/**
 * An icon with a name, read aloud and shown on hover. Not the kit's: a table has a hundred of them, and the kit's costs
 * two to four times as much to render (1,000 of each, in Node).
 */
export function IconButton({ icon: Icon, label, onClick, disabled, pressed, expanded, tone, size }: Props) {
  return (
    <button
      type="button"
      className={classes.sign}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      title={label}
      data-tone={tone}
      data-size={size}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon
        size={size === "small" ? 13 : 16}
        aria-hidden
        fill={pressed === true ? "currentColor" : "none"}
        fillOpacity={0.18}
      />
    </button>
  );
}
