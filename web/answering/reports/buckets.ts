type Day = { date: string; count: number };
/** `days`: the first and the last of the report's days in it. */
export type Bucket = {
  key: string;
  label: string;
  days: { from: string; to: string };
  count: number;
  before: number | null;
};

/** Up to this many days, one column each; more are grouped by week, then by month. */
const mostDays = 31;
const mostForWeeks = 120;

const dayName = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const monthName = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" });

/**
 * Days as columns, oldest first: by day, by week (from Monday) or by month, for a readable number.
 * @param before the same number of preceding days, each paired by position; empty without a comparison
 */
export function bucketsOf(days: Day[], before: Day[]): Bucket[] {
  const nameOf = days.length <= mostDays ? ofDay : days.length <= mostForWeeks ? ofWeek : ofMonth;
  const buckets = new Map<string, Bucket>();
  for (const [place, { date, count }] of days.entries()) {
    const { key, label } = nameOf(new Date(`${date}T00:00:00Z`));
    const empty = { days: { from: date, to: date }, count: 0, before: before.length === 0 ? null : 0 };
    const bucket = buckets.get(key) ?? { key, label, ...empty };
    buckets.set(key, {
      ...bucket,
      days: { ...bucket.days, to: date },
      count: bucket.count + count,
      before: bucket.before === null ? null : bucket.before + (before[place]?.count ?? 0),
    });
  }
  return [...buckets.values()];
}

function ofDay(day: Date) {
  return { key: day.toISOString(), label: dayName.format(day) };
}

function ofWeek(day: Date) {
  const monday = new Date(day);
  monday.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return { key: monday.toISOString(), label: `Week of ${dayName.format(monday)}` };
}

function ofMonth(day: Date) {
  return { key: day.toISOString().slice(0, 7), label: monthName.format(day) };
}
