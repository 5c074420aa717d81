/** A mean rating with one decimal; '-' without ratings (docs/specification/review.md). */
export function averageText(rating: number | null): string {
  return rating === null ? "-" : rating.toFixed(1);
}

/** The same as a share of satisfied people. */
export function percentText(rating: number | null): string {
  return rating === null ? "-" : `${Math.round(rating * 100)}%`;
}

/** A part of a whole as a percentage; '-' if the whole is zero. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? "-" : percentText(part / whole);
}

/** Below this many, a percentage overstates precision: from 3 to 4 is '+1', not '+33%'. */
const fewestForShare = 20;

/** A part of a count, with its percentage where that isn't an overstatement: '3', '240 · 8%'. */
export function partText(part: number, whole: number): string {
  const number = part.toLocaleString("en");
  return whole < fewestForShare || part === 0 ? number : `${number} · ${percentText(part / whole)}`;
}

/** A count compared with the previous period. */
export function changeText(now: number, before: number): string {
  if (now === before) return "unchanged";
  const sign = now > before ? "+" : "−";
  const difference = Math.abs(now - before);
  return before < fewestForShare
    ? `${sign}${difference.toLocaleString("en")}`
    : `${sign}${Math.round((difference / before) * 100).toLocaleString("en")}%`;
}

/** Width of a bar as a percentage of the widest; at least 10 (docs/specification/review.md). */
export function barWidth(count: number, most: number): number {
  return most === 0 ? 10 : Math.max(10, Math.round((count / most) * 100));
}

/** A readable duration, from seconds. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return "-";
  if (seconds < 0.1) return "under 0.1 s";
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short", timeZone: "UTC" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const wholeDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" });

/** A report day, 'YYYY-MM-DD': already in the reader's zone, so don't convert it again. */
export function dayText(date: string, period: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  return period <= 7 ? `${weekday.format(day)} ${day.getUTCDate()}` : dayOfYear.format(day);
}

/** The days of a report that covers this many days up to today, as 'YYYY-MM-DD' in the reader's zone. */
export function daysUntilToday(period: number): { from: string; to: string } {
  const to = new Intl.DateTimeFormat("en-CA").format(new Date());
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - (period - 1));
  return { from: first.toISOString().slice(0, 10), to };
}

/** First and last day of a report. */
export function spanText(from: string, to: string): string {
  return wholeDay.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}
