/**
 * Watches how long this thread keeps its event loop to itself: the most of its own processor time, in ms, between two
 * looks a millisecond apart. Unlike the delay on the clock it holds nothing that other programs do to the thread.
 */
export function watchOwnHolds(): { stop(): number } {
  let before = process.threadCpuUsage();
  let longest = 0;
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
