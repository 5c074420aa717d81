import { expect, test } from "vitest";
import { fakeClock } from "#testing/fake-clock.ts";
import { systemClock } from "./clock.ts";

test.each([
  ["system", systemClock],
  ["fake", fakeClock(new Date())],
])("the %s clock returns strictly increasing times", (_name, clock) => {
  const first = clock.now();
  const second = clock.now();
  expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime());
  expect(second).not.toBe(first);
});

test("the fake clock moves on request", () => {
  const clock = fakeClock(new Date("2026-01-01T00:00:00Z"));
  clock.advance(60_000);
  expect(clock.now().toISOString()).toBe("2026-01-01T00:01:00.000Z");
});
