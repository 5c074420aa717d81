import { expect, test } from "vitest";
import type { MetricsSnapshot } from "#server/platform/metrics/metrics.ts";
import { figuresOf } from "./figures.ts";

test("the figures of a jobs thread are available as soon as it answers", async () => {
  const snapshot: MetricsSnapshot = [];
  expect(await figuresOf({ metrics: () => Promise.resolve(snapshot) })).toEqual([snapshot]);
});

test("the figures of a blocked or replaced jobs thread are left out within about a second", async () => {
  expect(await figuresOf({ metrics: () => Promise.reject(new Error("replaced")) })).toEqual([]);
  const began = performance.now();
  expect(await figuresOf({ metrics: () => new Promise(() => undefined) })).toEqual([]);
  const tookMs = performance.now() - began;
  expect(tookMs).toBeGreaterThan(900);
  expect(tookMs).toBeLessThan(3_000);
});
