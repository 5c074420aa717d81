import { expect, test } from "vitest";
import { nextDelay } from "./retry.ts";

const all = (random: () => number) => [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => nextDelay(attempts, random));

test("a delivery is attempted eight times within about a day, with growing pauses", () => {
  const pauses = all(() => 0);
  expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, null]);
  const hours = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 3600;
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(30);
});

test("pauses vary by up to a fifth, so retries do not come all at once", () => {
  expect(all(() => 1).slice(0, 2)).toEqual([6, 360]);
  expect(new Set(Array.from({ length: 20 }, () => nextDelay(2))).size).toBeGreaterThan(10);
});
