import { expect, test } from "vitest";
import { bucketsOf } from "./buckets.ts";

const daysFrom = (first: string, length: number) =>
  Array.from({ length }, (_, index) => ({
    date: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    count: 1,
  }));

test("thirty days are shown by day, each beside its counterpart in the previous period", () => {
  const before = daysFrom("2026-01-02", 30).map((day, index) => ({ ...day, count: index }));
  const buckets = bucketsOf(daysFrom("2026-02-01", 30), before);
  expect(buckets).toHaveLength(30);
  expect(buckets[0]).toMatchObject({ label: "Feb 1", count: 1, before: 0 });
  expect(buckets[29]).toMatchObject({ label: "Mar 2", count: 1, before: 29 });
});

test("ninety days are grouped by week from Monday, a year by month, and no count is lost", () => {
  const weeks = bucketsOf(daysFrom("2026-08-27", 90), []);
  expect(weeks).toHaveLength(14);
  const days = { from: "2026-08-27", to: "2026-08-30" };
  expect(weeks[0]).toMatchObject({ label: "Week of Aug 24", days, count: 4, before: null });
  expect(weeks.reduce((sum, { count }) => sum + count, 0)).toBe(90);
  const months = bucketsOf(daysFrom("2025-11-25", 365), daysFrom("2024-11-25", 365));
  expect(months).toHaveLength(13);
  expect(months.at(-1)).toMatchObject({ label: "Nov 2026", count: 24, before: 24 });
});
