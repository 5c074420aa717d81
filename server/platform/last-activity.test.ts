import { expect, test } from "vitest";
import { lastActivityIn } from "./last-activity.ts";

test("every thread with the shared memory sees the last activity", () => {
  const here = lastActivityIn();
  const there = lastActivityIn(here.memory);
  expect(there.since()).toBe(Infinity);
  here.touch();
  expect(there.since()).toBeGreaterThanOrEqual(0);
  expect(there.since()).toBeLessThan(1_000);
});
