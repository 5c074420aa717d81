import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { watchStalls } from "./stalls.ts";

afterEach(() => void vi.useRealTimers());

const block = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

test("a stall is measured, is still there a minute later, and is forgotten the minute after", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const watch = watchStalls();
  await wait(100);
  block(300);
  await wait(100);
  const { max } = watch.read();
  expect(max).toBeGreaterThan(0.2);
  vi.advanceTimersByTime(60_000);
  expect(watch.read().max).toBe(max);
  vi.advanceTimersByTime(60_000);
  expect(watch.read().max).toBeLessThan(max);
  watch.close();
});
