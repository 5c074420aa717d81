import { percentile } from "../quality/retrieval/metrics.ts";

/** Milliseconds of a kind of call or work. */
export type Timed = { set: string; engine: "footnote"; p50Ms: number; p95Ms: number };

/** Makes a call `count` times, one after another, and prints the percentiles of its times. */
export async function timeCalls(
  set: string,
  call: (n: number) => Promise<unknown>,
  count: number,
): Promise<Timed> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await call(n);
    times.push(performance.now() - from);
  }
  return reportTimes(set, times);
}

/** Prints the percentiles of some times, in milliseconds, as a line. */
export function reportTimes(set: string, times: number[]): Timed {
  const row: Timed = {
    set,
    engine: "footnote",
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  };
  process.stdout.write(
    `${set.padEnd(46)} p50 ${row.p50Ms.toFixed(1).padStart(8)} ms   p95 ${row.p95Ms.toFixed(1).padStart(8)} ms\n`,
  );
  return row;
}
