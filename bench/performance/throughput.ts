import { percentile } from "../quality/retrieval/metrics.ts";

/** Users at once. */
export const people = 20;

export type Throughput = {
  set: string;
  engine: "footnote";
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  errors: number;
};

/**
 * Each user sends the next request after the last response, for `seconds`, once `warmUp` requests have loaded what the
 * first ones load. A request that throws is an error.
 */
export async function throughputOf(
  set: string,
  { seconds, warmUp }: { seconds: number; warmUp: number },
  send: (n: number) => Promise<unknown>,
): Promise<Throughput> {
  const times: number[] = [];
  let errors = 0;
  let count = 0;
  for (let n = 0; n < warmUp; n++) await send(n);
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await send(count++).catch(() => (errors += 1));
        times.push(performance.now() - sent);
      }
    }),
  );
  return {
    set,
    engine: "footnote",
    requestsPerSecond: times.length / ((performance.now() - began) / 1000),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    errors,
  };
}
