/** Never woken: waiting for it takes the thread off its processor for a moment. */
const nobody = new Int32Array(new SharedArrayBuffer(4));
const momentMs = 0.01;

/**
 * Measures how long this thread blocks its event loop: reports its own processor time, in ms, between two samples a
 * millisecond apart. Unlike wall-clock delay, it excludes the effects of other programs.
 */
export function watchOwnStalls(tell: (ms: number) => void): { stop(): void } {
  let before = ownMs();
  const timer = setInterval(() => {
    const now = ownMs();
    tell(now - before);
    before = now;
  }, 1).unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Linux updates a running thread's time at clock ticks, 4 ms apart, and when the thread leaves its processor: without the
 * wait, a sample a millisecond after the last reads 0.0 or 4.0.
 */
function ownMs(): number {
  Atomics.wait(nobody, 0, 0, momentMs);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
