/** The first letter in upper case. */
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const twoDecimals = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const megabyte = 1024 ** 2;

/** Base 1024 with two decimals: in KB below 1 MB, then MB, e.g. '48.00 KB' (docs/specification/conventions.md); the number stays with its unit. */
export function formatSize(bytes: number): string {
  const [amount, unit] = bytes < megabyte ? [bytes / 1024, "KB"] : [bytes / megabyte, "MB"];
  return `${twoDecimals.format(amount)}\u00a0${unit}`;
}

const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Memory and disks: '48 MB', '1.5 GB', '2 TB'. */
export function formatLargeSize(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 2), 4);
  const amount = bytes / 1024 ** power;
  const written = power === 2 ? Math.round(amount).toLocaleString("en") : oneDecimal.format(amount);
  return `${written}\u00a0${["MB", "GB", "TB"][power - 2]}`;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** In the reader's own time zone. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

export function formatDate(iso: string): string {
  return date.format(new Date(iso));
}

const calendarDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** 'Nov 24, 2026' for '2026-11-24': a calendar day, the same in every zone. */
export function formatCalendarDay(isoDay: string): string {
  return calendarDay.format(new Date(`${isoDay}T00:00:00Z`));
}

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** 'Nov 8'; with the year unless it is the current one. */
export function formatDay(iso: string): string {
  const at = new Date(iso);
  return at.getFullYear() === new Date().getFullYear() ? day.format(at) : date.format(at);
}

/** 'Today', 'Yesterday', or the date. */
export function formatNearDay(iso: string, now = new Date()): string {
  const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(new Date(iso))) / 86_400_000);
  if (days === 0) return "Today";
  return days === 1 ? "Yesterday" : formatDay(iso);
}

const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** '2 min. ago', '3 hr. ago'; date and time from the second day. */
export function formatAgo(iso: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return ago.format(-minutes, "minute");
  if (minutes < 24 * 60) return ago.format(-Math.floor(minutes / 60), "hour");
  return formatDateTime(iso);
}

/** 'New York time' for 'America/New_York'. */
export function formatZone(zone: string): string {
  const city = zone.split("/").at(-1) ?? zone;
  return city === zone ? zone : `${city.replaceAll("_", " ")} time`;
}

export function formatTime(iso: string): string {
  return time.format(new Date(iso));
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** The English name of a language code. */
export function formatLanguage(code: string): string {
  return languages.of(code) ?? code;
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat().format(value);
}

/** '1 theme', '1,204 themes'. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
