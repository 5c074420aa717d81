import { expect, test } from "vitest";
import { freePort } from "#testing/free-port.ts";
import { heapOf, inspectAt } from "#testing/heap.ts";
import { load, startUnderLoad } from "#testing/load.ts";

/** P27: what is not time. Its times are held by `npm run bench -- load`, on a machine that does nothing else. */
const readsPerSecond = 100;
const streams = 20;
const uploads = 10;
const seconds = 10;
/** The first round fills caches and compiles code. */
const firstSeconds = 4;
/** MiB by which the heap may grow from the end of one round to the end of the next, which does the same. */
const mostGrowth = 8;

test("under reads, streams and uploads nothing is refused, every answer arrives whole, and the heap does not grow", async () => {
  const port = await freePort();
  const { product, stop } = await startUnderLoad(inspectAt(port));
  try {
    const warm = await load(product, { seconds: firstSeconds, readsPerSecond, streams, uploads });
    expect(warm.wrong).toEqual([]);
    const before = await heapOf(port);
    const outcome = await load(product, { seconds, readsPerSecond, streams, uploads });
    const after = await heapOf(port);
    const at = (times: number[], share: number) =>
      Math.round(times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0);
    console.info(
      `${outcome.reads.length} reads, p50 ${at(outcome.reads, 0.5)} ms, p99 ${at(outcome.reads, 0.99)} ms; ${outcome.answers} answers, first words p50 ${at(outcome.firstWords, 0.5)} ms, p99 ${at(outcome.firstWords, 0.99)} ms after the model's first sentence; ${outcome.filesReady} files read in ${Math.round(outcome.readAfterMs ?? 0)} ms; heap ${before.toFixed(1)} then ${after.toFixed(1)} MiB`,
    );
    expect(outcome.wrong).toEqual([]);
    expect(outcome.reads).toHaveLength(seconds * readsPerSecond);
    expect(outcome.answers).toBeGreaterThanOrEqual(streams);
    expect(outcome.firstWords).toHaveLength(outcome.answers);
    expect(outcome.filesReady).toBe(uploads);
    expect(after - before).toBeLessThan(mostGrowth);
  } finally {
    await stop();
  }
});
