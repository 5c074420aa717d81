import { ActionIcon } from "@mantine/core";
import type { LucideIcon } from "lucide-react";

type Props = {
  icon: LucideIcon;
  label: string;
  onClick(): void;
  disabled?: boolean;
  pressed?: boolean;
  tone?: "ok" | "bad";
};

/** A sign with a name that is read aloud and shown on hover. */
export function IconButton({ icon: Icon, label, onClick, disabled, pressed, tone }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color={pressed === true && tone !== undefined ? `var(--${tone})` : "var(--ink-2)"}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      onClick={onClick}
      style={pressed === true ? { background: `var(--${tone ?? "ink"}-wash, var(--sunk))` } : undefined}
    >
      <Icon size={16} aria-hidden fill={pressed === true ? "currentColor" : "none"} fillOpacity={0.18} />
    </ActionIcon>
  );
}
