import type { RecordEvent } from "#contract/evidence/record.ts";
import { formatNearDay } from "#web/ui/format.ts";
import { sayEvent, withoutThing } from "./event-words.ts";

/** What happened to one thing, oldest first, in one line of the list. */
export type EventGroup = { lead: RecordEvent; events: RecordEvent[] };

/**
 * All events of a page about one question become one group, in the place of its latest, and so do those about another
 * thing on one day: a document uploaded and read, a theme made and opened to people. The rest stay alone.
 * @param rows newest first
 */
export function groupsOf(rows: readonly RecordEvent[]): EventGroup[] {
  const groups = new Map<string, RecordEvent[]>();
  for (const event of rows) {
    const key = keyOf(event);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.unshift(event);
  }
  return [...groups.values()].flatMap((events) => {
    const [lead] = events;
    return lead === undefined ? [] : [{ lead, events }];
  });
}

function keyOf(event: RecordEvent): string {
  const { type, id } = event.target;
  if (type === "interaction") return `interaction ${id}`;
  if (sayEvent(event).thing === null) return `event ${event.number}`;
  return `${type} ${id} ${formatNearDay(event.at)}`;
}

/** The steps after the first, in a few words each: "got an answer", "Dana Whitfield reviewed"; a step of somebody else names them. */
export function stepsOf({ events }: EventGroup): string[] {
  let before = events[0] === undefined ? "" : sayEvent(events[0]).who;
  return events.slice(1).map((event) => {
    const { who, verb } = sayEvent(event);
    const step = withoutThing(verb);
    const said = who === before ? step : `${who} ${step}`;
    before = who;
    return event.result === "done" ? said : `${said} (${event.result})`;
  });
}
