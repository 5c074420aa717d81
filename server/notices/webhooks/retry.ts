/**
 * Seconds before each further attempt, as in services that follow Standard Webhooks: eight attempts within about 28
 * hours, so a receiver that is down overnight misses nothing.
 */
const delays = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600] as const;

/** The maximum random extra, so deliveries that failed together are not retried together. */
const jitter = 0.2;

/** Seconds until the attempt after this many; null: that was the last one. */
export function nextDelay(attempts: number, random: () => number = Math.random): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + jitter * random());
}
