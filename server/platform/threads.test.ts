import { expect, test } from "vitest";
import { DeadlineError } from "./deadline.ts";
import { openThread } from "./threads.ts";

/** A reader that takes a while to load, as one that opens a database does. */
const slowReader = `data:text/javascript,${encodeURIComponent(
  "await new Promise((resolve) => setTimeout(resolve, 100)); export const openReader = () => ({ words: {}, vectors: null });",
)}`;

test("a thread closed while it still loads ends cleanly, and the program survives", async () => {
  for (const after of [0, 20, 60, 100, 140, 180]) {
    const thread = openThread(new URL("../knowledge/documents/theme-indexes-worker.ts", import.meta.url), {
      eager: true,
      workerData: { module: slowReader, data: null },
    });
    await new Promise((resolve) => setTimeout(resolve, after));
    await thread.close();
    await expect(thread.call("hasVectors" as never, null as never)).rejects.toThrow("stopping");
  }
});

test("a thread that cannot load fails its pending calls, and closes at once", async () => {
  const thread = openThread<{ hasVectors(place: null): boolean }>(
    new URL("../knowledge/documents/theme-indexes-worker.ts", import.meta.url),
    { eager: false, workerData: { module: "data:text/javascript,throw new Error('no reader')", data: null } },
  );
  await expect(thread.call("hasVectors", null)).rejects.toThrow("no reader");
  await thread.close();
});

test("a thread that computes without a pause is ended, and the next call gets a new one", async () => {
  const module = `import { exposeWorker } from ${JSON.stringify(new URL("./thread-side.ts", import.meta.url).href)};
    exposeWorker({ spin: (ms) => { const until = Date.now() + ms; while (Date.now() < until); return "done"; },
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms, "done")) });`;
  const thread = openThread<{ spin(ms: number): string; sleep(ms: number): string }>(
    new URL(`data:text/javascript,${encodeURIComponent(module)}`),
    { eager: true, stallMs: 200 },
  );
  expect(await thread.call("sleep", 600)).toBe("done");
  const stuck = thread.call("spin", 60_000);
  const beside = thread.call("sleep", 10);
  await Promise.all([
    expect(stuck).rejects.toBeInstanceOf(DeadlineError),
    expect(beside).rejects.toBeInstanceOf(DeadlineError),
  ]);
  expect(await thread.call("spin", 1)).toBe("done");
  await thread.close();
});
