/**
 * Seconds before each further attempt, as services that follow Standard Webhooks wait: eight attempts within about 28 hours,
 * so that a receiver that is down over night misses nothing.
 */
const delays = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600] as const;

/** Up to so much longer, so that what failed together does not return together. */
const jitter = 0.2;

/** Seconds until the attempt after this many; null: that was the last one. */
export function nextDelay(attempts: number, random: () => number = Math.random): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + jitter * random());
}
