import { monitorEventLoopDelay } from "node:perf_hooks";

/** In seconds: how long a task that was due waited for the thread. */
export type Stalls = { p99: number; max: number };

/** Measures the thread's event loop; `read` covers the last one to two minutes, however often it is called. */
export type StallWatch = { read(): Stalls; close(): void };

const windowMs = 60_000;
/** A stall shorter than two frames of a screen disturbs nobody. */
const resolutionMs = 20;

export function watchStalls(): StallWatch {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // the histogram's values include the interval between its samples
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  const now = (): Stalls => ({
    p99: seconds(delays.percentile(99)),
    max: delays.count === 0 ? 0 : seconds(delays.max),
  });
  let before: Stalls = { p99: 0, max: 0 };
  const turn = setInterval(() => {
    before = now();
    delays.reset();
  }, windowMs).unref();
  return {
    read() {
      const { p99, max } = now();
      return { p99: Math.max(p99, before.p99), max: Math.max(max, before.max) };
    },
    close() {
      clearInterval(turn);
      delays.disable();
    },
  };
}
