import { expect, test } from "vitest";
import {
  formatAgo,
  formatCalendarDay,
  formatLargeSize,
  formatNearDay,
  formatSize,
  formatZone,
} from "./format.ts";

test.each([
  [0, "0.00 KB"],
  [500, "0.49 KB"],
  [49_152, "48.00 KB"],
  [1_048_575, "1,024.00 KB"],
  [1_048_576, "1.00 MB"],
  [10_485_760, "10.00 MB"],
])("%i bytes are shown as %s", (bytes, shown) => {
  expect(formatSize(bytes).replace("\u00a0", " ")).toBe(shown);
});

test.each([
  [0, "0 MB"],
  [50_000_000, "48 MB"],
  [1_610_612_736, "1.5 GB"],
  [2_199_023_255_552, "2 TB"],
  [5_000_000_000_000_000, "4,547.5 TB"],
])("%i bytes of disk space are shown as %s", (bytes, shown) => {
  expect(formatLargeSize(bytes).replace("\u00a0", " ")).toBe(shown);
});

test("today's times are relative, and recent days are named", () => {
  const now = new Date(2026, 2, 1, 0, 30);
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
  expect(formatAgo(at(2026, 2, 1, 0, 30), now)).toBe("Just now");
  expect(formatAgo(at(2026, 2, 1, 0, 28), now)).toMatch(/^2 min/);
  expect(formatAgo(at(2026, 1, 28, 21, 30), now)).toMatch(/^3 hr/);
  expect(formatAgo(at(2026, 1, 27, 12, 0), now)).toContain("2026");
  expect(formatNearDay(at(2026, 2, 1, 0, 1), now)).toBe("Today");
  // an hour ago, on the day before
  expect(formatNearDay(at(2026, 1, 28, 23, 30), now)).toBe("Yesterday");
});

test("a time zone is named by its city", () => {
  expect([formatZone("America/New_York"), formatZone("UTC")]).toEqual(["New York time", "UTC"]);
});

test("a calendar day is the same in every zone", () => {
  expect(formatCalendarDay("2026-11-24")).toBe("Nov 24, 2026");
  expect(formatCalendarDay("2026-01-01")).toBe("Jan 1, 2026");
});
