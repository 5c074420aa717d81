/** A span of whole days in one time zone: from the start of the first to the end of the last, as 'YYYY-MM-DD'. */
export type Span = { from: string; to: string; timeZone: string };

/** The last `period` days in the time zone, including today, and the same number of days before them. */
export function spansOf(now: Date, period: number, timeZone: string): { span: Span; before: Span } {
  const today = dayOf(now, timeZone);
  return {
    span: { from: addDays(today, 1 - period), to: today, timeZone },
    before: { from: addDays(today, 1 - 2 * period), to: addDays(today, -period), timeZone },
  };
}

/** The day on a wall clock in that time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(instant);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A trend as `steps` points of `days` each. */
export type TrendSteps = { steps: number; days: number };

/** A point per day up to a month, then per week: more would be noise in a line as small as a word. */
export function trendStepsOf(period: number): TrendSteps {
  return period <= 31 ? { steps: period, days: 1 } : { steps: Math.round(period / 7), days: 7 };
}
