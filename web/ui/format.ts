const units = ["Bytes", "KB", "MB", "GB"] as const;

/** Sizes in Bytes, KB, MB or GB, base 1024, two decimals (spec/2, section 9); the number stays with its unit. */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return "0\u00a0Bytes";
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  return `${Number((bytes / 1024 ** step).toFixed(2))}\u00a0${units[step]}`;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** In the reader's own zone. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

export function formatDate(iso: string): string {
  return date.format(new Date(iso));
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
