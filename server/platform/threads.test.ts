import { expect, test } from "vitest";
import { openThread } from "./threads.ts";

/** A reader that takes a while to load, as one that opens a database does. */
const slowReader = `data:text/javascript,${encodeURIComponent(
  "await new Promise((resolve) => setTimeout(resolve, 100)); export const openReader = () => ({ words: {}, vectors: null });",
)}`;

test("a thread that is closed while it still loads ends in good order, and the program with it lives on", async () => {
  for (const after of [0, 20, 60, 100, 140, 180]) {
    const thread = openThread(new URL("../documents/theme-indexes-worker.ts", import.meta.url), {
      soon: true,
      workerData: { module: slowReader, data: null },
    });
    await new Promise((resolve) => setTimeout(resolve, after));
    await thread.close();
    await expect(thread.call("hasVectors" as never, null as never)).rejects.toThrow("stopping");
  }
});

test("a thread that cannot load fails what waits for it, and closes at once", async () => {
  const thread = openThread<{ hasVectors(place: null): boolean }>(
    new URL("../documents/theme-indexes-worker.ts", import.meta.url),
    { soon: false, workerData: { module: "data:text/javascript,throw new Error('no reader')", data: null } },
  );
  await expect(thread.call("hasVectors", null)).rejects.toThrow("no reader");
  await thread.close();
});
