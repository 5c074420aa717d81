import { can } from "#contract/permissions.ts";
import type { Role } from "#contract/permissions.ts";
import { screens } from "../screens.ts";

/** The navigation's entries for a role. */
export function entriesFor(role: Role): { to: string; label: string }[] {
  return screens.flatMap((screen) =>
    "entry" in screen && can(role, screen.permission) ? [{ to: screen.path, label: screen.entry }] : [],
  );
}
