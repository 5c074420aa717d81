/** Never woken: waiting for it takes the thread off its processor for a moment. */
const nobody = new Int32Array(new SharedArrayBuffer(4));
const momentMs = 0.01;

/**
 * Watches how long this thread keeps its event loop to itself: tells its own processor time, in ms, between two looks a
 * millisecond apart. Unlike the delay on the clock it holds nothing that other programs do to the thread.
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
 * Linux adds up a running thread's time at its clock's ticks, 4 ms apart, and when the thread leaves its processor: without
 * the wait, a look a millisecond after the last says 0.0 or 4.0.
 */
function ownMs(): number {
  Atomics.wait(nobody, 0, 0, momentMs);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
