import { expect, test } from "vitest";
import { divideConnections, fewestConnections, usualConnections } from "./connections.ts";

test("the parts of a thread never open more connections than it may", () => {
  for (let most = fewestConnections; most <= 400; most++) {
    const { app, platform, queue, search } = divideConnections(most);
    const parts = [app.calls, app.reports, platform.calls, platform.reports, queue, search];
    // one more listens for notices
    expect(parts.reduce((sum, part) => sum + part, 1)).toBeLessThanOrEqual(most);
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(1);
  }
});

test("a thread with the usual number uses all of them", () => {
  expect(divideConnections(usualConnections)).toEqual({
    app: { calls: 12, reports: 2 },
    platform: { calls: 6, reports: 2 },
    queue: 6,
    search: 4,
  });
});
