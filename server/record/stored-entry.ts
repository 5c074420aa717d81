import type { StoredEvent } from "./check-store.ts";
import { detailsOf, entryOf } from "./entry.ts";

/** An event as its log covers it, and what its line commits to; null: erased. */
export type LogLine = { entry: string; salt: string; details: string };

/** null for what the program cannot have written. */
export function readStored(event: StoredEvent): LogLine | null {
  if (event.salt === null) return null;
  try {
    const whole = {
      ...event,
      salt: event.salt,
      before: parsed(event.before),
      after: parsed(event.after),
    };
    return { entry: entryOf(whole), salt: event.salt.toString("hex"), details: detailsOf(whole) };
  } catch {
    return null;
  }
}

/** @throws Error for a number that is not written as the program writes it: reading it would round it. */
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
