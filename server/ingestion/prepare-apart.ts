import { Worker } from "node:worker_threads";
import type { Extraction } from "./extract/extraction.ts";
import { prepare } from "./prepare.ts";
import type { Prepared } from "./prepare.ts";

/** Up to this many words the work takes a few milliseconds, less than starting a thread. */
const smallDocument = 3000;

/** `prepare` off the event loop: a large document takes seconds of pure computation. */
export function prepareApart(extraction: Extraction, name: string): Promise<Prepared> {
  if (extraction.words <= smallDocument) return Promise.resolve(prepare(extraction, name));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./prepare-worker.ts", import.meta.url), {
      workerData: { extraction, name },
    });
    worker.once("message", (prepared: Prepared) => {
      resolve(prepared);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the preparing thread ended early")));
  });
}
