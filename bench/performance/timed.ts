import { percentile } from "../quality/retrieval/metrics.ts";

/** Milliseconds of a kind of call or work. */
export type Timed = { set: string; engine: "footnote"; p50Ms: number; p95Ms: number };

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
