import type { EventRow } from "./event-store.ts";
import type { NamedEvent } from "./name-store.ts";
import { Values } from "./present.ts";

/** Values that hold the id of somebody or something else than the target, by the actions that have them. */
const places: Record<string, { type: string; value: string }> = {
  "theme.assign-agent": { type: "user", value: "userId" },
  "theme.remove-agent": { type: "user", value: "userId" },
  "theme.assign-workspace": { type: "workspace", value: "workspaceId" },
  "theme.remove-workspace": { type: "workspace", value: "workspaceId" },
  "review.assign": { type: "user", value: "assignee" },
  "question.ask-expert": { type: "user", value: "expertId" },
};

/**
 * Whom else an event concerns, as if they were its target, to look up their name. The event itself has the id: an erased
 * name must not remain in it.
 */
export function involvedIn({ seq, action, before, after }: EventRow): NamedEvent[] {
  const place = places[action];
  if (place === undefined) return [];
  const id = [after, before].map((values) => Values.parse(values)?.[place.value]).find((one) => one != null);
  return typeof id === "number" ? [{ seq, target_type: place.type, target_id: String(id) }] : [];
}
