import { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Child } from "./child-process.ts";
import { extractionForm, runChild } from "./run-child.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A child that never answers; `looks` are the system's successive reports on it, the last one repeated. */
function silentChild(...looks: ReturnType<Child["processor"]>[]): { child: Child; seconds(): number } {
  const process = spawn("sleep", ["300"], { stdio: ["pipe", "ignore", "ignore"] });
  const started = performance.now();
  let killedAt = Number.NaN;
  return {
    child: {
      process,
      resident: () => null,
      processor: () => (looks.length > 1 ? looks.shift() : looks[0]) ?? null,
      kill: () => {
        if (Number.isNaN(killedAt)) killedAt = performance.now();
        process.kill("SIGKILL");
      },
      hold: () => undefined,
    },
    seconds: () => (killedAt - started) / 1000,
  };
}

async function secondsUntilStopped(...looks: ReturnType<Child["processor"]>[]): Promise<number> {
  const { child, seconds } = silentChild(...looks);
  const result = runChild(child, { bytes: Buffer.from("a"), name: "a.txt" }, extractionForm);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await result).toMatchObject({ ok: false, failure: { reason: "limit" } });
  return Math.floor(seconds());
}

const wanting = (seconds: number) => ({ seconds, isWanted: true });
const sleeping = { seconds: 0.1, isWanted: false };

test("stops a file at its limit of processor time", async () => {
  expect(await secondsUntilStopped(wanting(8.5))).toBe(8);
});

test("lets a starved file run for its processor time, three minutes at most", async () => {
  expect(await secondsUntilStopped(wanting(1), wanting(4), wanting(8.5))).toBe(10);
  expect(await secondsUntilStopped(wanting(1))).toBe(180);
});

test("does not stop a child that sleeps for a moment", async () => {
  expect(await secondsUntilStopped(sleeping, wanting(4), sleeping, sleeping, wanting(8.5))).toBe(12);
  expect(await secondsUntilStopped(sleeping)).toBe(10);
});

test("falls back to the clock when the system reports no processor time", async () => {
  expect(await secondsUntilStopped(null)).toBe(8);
});
