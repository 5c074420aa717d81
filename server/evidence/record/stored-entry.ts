import type { StoredEvent } from "./check-store.ts";
import { commitment, detailsOf, entryOf, entryWith } from "#server/platform/log/entry.ts";

/** An event as its log covers it, and the content of its commitment; null: erased. */
export type LogLine = { entry: string; salt: string | null; details: string | null };

/** null for values that the program can't have written. */
export function readStored(event: StoredEvent): LogLine | null {
  try {
    const whole = wholeOf(event);
    if (whole !== null)
      return { entry: entryOf(whole), salt: whole.salt.toString("hex"), details: detailsOf(whole) };
    if (event.details === null || !isBlank(event)) return null;
    return { entry: entryWith(event, event.details), salt: null, details: null };
  } catch {
    return null;
  }
}

/** The remainder of an event after its details are erased. @throws Error if they differ from what the program wrote */
export function commitmentTo(event: StoredEvent): Buffer {
  const whole = wholeOf(event);
  if (whole === null) throw new Error(`the details of event ${event.seq} are already gone`);
  return commitment(whole.salt, detailsOf(whole));
}

function wholeOf(event: StoredEvent) {
  if (event.salt === null) return null;
  return { ...event, salt: event.salt, before: parsed(event.before), after: parsed(event.after) };
}

/** An erased event has no details: nothing would cover content added there. */
const isBlank = ({ actor_name, address, before, after }: StoredEvent) =>
  actor_name === "" && address === "" && before === null && after === null;

/** @throws Error for a number in another form than the program's: reading it would round it */
function parsed(text: string | null): unknown {
  if (text === null) return null;
  return JSON.parse(
    text,
    function exact(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
      if (typeof value === "number" && context?.source !== undefined && plain(value) !== context.source)
        throw new Error("a number is written in another way");
      return value;
    },
  );
}

/** A number as PostgreSQL's jsonb writes it: without an exponent. */
function plain(value: number): string {
  const text = JSON.stringify(value);
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === "") return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, "0");
}
