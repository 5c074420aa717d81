/**
 * Watches how long this thread keeps its event loop to itself: tells its own processor time, in ms, between two looks a
 * millisecond apart. Unlike the delay on the clock it holds nothing that other programs do to the thread.
 */
export function watchOwnHolds(tell: (ms: number) => void): { stop(): void } {
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    tell((user + system) / 1000);
  }, 1).unref();
  return { stop: () => clearInterval(timer) };
}
