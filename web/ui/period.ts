import { formatDay } from "./format.ts";

type Address = { text(name: string): string; number(name: string): number | undefined };

/** A period in the URL: a number of days up to today, or two dates. */
export const periodNames = ["period", "from", "to"];

/** The reader's own. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const day = /^\d{4}-\d{2}-\d{2}$/;
const longest = 3660;

/** First and last day from the URL; ignores invalid dates. */
export function daysOf(address: Address): { from: string | undefined; to: string | undefined } {
  const period = address.number("period");
  if (period !== undefined) return { from: daysAgo(Math.min(period, longest) - 1), to: undefined };
  const date = (name: string) => (day.test(address.text(name)) ? address.text(name) : undefined);
  return { from: date("from"), to: date("to") };
}

/** Empty for all time, else a number of days or 'custom'. */
export function periodOf(address: Address): string {
  const period = address.text("period");
  if (period !== "") return period;
  return address.text("from") === "" && address.text("to") === "" ? "" : "custom";
}

/** A period's name among the active filters; null for all time. */
export function periodText(address: Address): string | null {
  const days = address.number("period");
  if (days !== undefined) return `last ${days} days`;
  const { from, to } = daysOf(address);
  const named = (date: string) => formatDay(`${date}T12:00:00`);
  if (from !== undefined && to !== undefined) return `${named(from)} – ${named(to)}`;
  if (from !== undefined) return `from ${named(from)}`;
  return to === undefined ? null : `until ${named(to)}`;
}

/** The day this many days ago, in the reader's own time zone. */
function daysAgo(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() - days);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
