import type { RecordEvent } from "#contract/evidence/record.ts";

type ScreenLink = { to: string; search: Record<string, string | number | undefined> };

/** The screen that shows an event's target today; null if none does, or if the event deleted it. */
export function linkOf({ action, target, before, after }: RecordEvent): ScreenLink | null {
  if (action.endsWith(".delete")) return null;
  const id = Number(target.id);
  if (!Number.isInteger(id) || id <= 0) return null;
  const email = after?.email ?? before?.email;
  switch (target.type) {
    case "interaction":
      return { to: "/admin", search: { tab: "interactions", interaction: id } };
    case "document":
      return { to: "/admin", search: { tab: "interactions", document: id } };
    case "theme":
      return { to: "/themes", search: { theme: id } };
    case "workspace":
      return { to: "/workspaces", search: {} };
    case "user":
      return { to: "/admin", search: { tab: "users", q: typeof email === "string" ? email : undefined } };
    case "api-key":
      return { to: "/admin", search: { tab: "connections" } };
    default:
      return null;
  }
}
