import type { Output } from "#contract/kernel/endpoint.ts";
import type { getWorkspaceStats } from "#contract/identity/workspaces.ts";
import { formatCount } from "#web/ui/format.ts";

/** A workspace's dependents, deleted along with it, in the server's wording; null for an empty one. */
export function contentsText({
  userCount,
  homeThemeCount,
}: Pick<Output<typeof getWorkspaceStats>, "userCount" | "homeThemeCount">): string | null {
  if (userCount + homeThemeCount === 0) return null;
  const people = formatCount(userCount, "person", "people");
  const themes = formatCount(homeThemeCount, "theme");
  return `This workspace still has ${people} and ${themes}. Deleting it deactivates the themes and removes the members.`;
}
