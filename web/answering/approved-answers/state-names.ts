import type { ApprovedAnswer } from "#contract/answering/approved-answers.ts";
import type { Tone } from "#web/ui/parts.tsx";

/** A state as a badge; a due answer still answers. */
export function stateBadge({ state, isDue }: Pick<ApprovedAnswer, "state" | "isDue">): {
  text: string;
  tone: Tone;
} {
  if (isDue) return { text: "due", tone: "warn" };
  return (
    {
      proposed: { text: "waits for approval", tone: "warn" },
      active: { text: "active", tone: "ok" },
      suspended: { text: "suspended", tone: "bad" },
      retired: { text: "retired", tone: "plain" },
    } as const
  )[state];
}

export const themeOf = ({ themeName, isThemeDeleted }: ApprovedAnswer) =>
  isThemeDeleted ? `${themeName} (deleted)` : themeName;

export const stateOptions = [
  { value: "", label: "All states" },
  { value: "waiting", label: "Waiting for someone" },
  { value: "active", label: "Active" },
  { value: "due", label: "Due for review" },
  { value: "proposed", label: "Waiting for approval" },
  { value: "suspended", label: "Suspended" },
  { value: "retired", label: "Retired" },
] as const;
