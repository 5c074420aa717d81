import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { daysOf, periodOf, periodText } from "./period.ts";

const addressOf = (values: Record<string, string>) => ({
  text: (name: string) => values[name] ?? "",
  number: (name: string) => (Number(values[name]) > 0 ? Number(values[name]) : undefined),
});

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 2, 3, 12) }));
afterEach(() => vi.useRealTimers());

test("seven days end today and start six days ago, across the end of a month", () => {
  const week = addressOf({ period: "7" });
  expect(daysOf(week)).toEqual({ from: "2026-02-25", to: undefined });
  expect([periodOf(week), periodText(week)]).toEqual(["7", "last 7 days"]);
});

test("a date range is a custom period, and an invalid date is dropped", () => {
  const own = addressOf({ from: "2026-01-02", to: "yesterday" });
  expect(daysOf(own)).toEqual({ from: "2026-01-02", to: undefined });
  expect(periodOf(own)).toBe("custom");
  expect(periodText(own)).toMatch(/^from /);
  expect(periodText(addressOf({ from: "2026-01-02", to: "2026-02-02" }))).toContain(" – ");
});

test("a period without days is all time", () => {
  const none = addressOf({});
  expect([periodOf(none), periodText(none)]).toEqual(["", null]);
});
