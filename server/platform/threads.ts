import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { callsOver } from "./thread-calls.ts";
import type { EndMessage, Offers, ThreadCalls } from "./thread-calls.ts";

/** A thread that does not end by itself in this time is in the middle of something, and no longer loading. */
const endingMs = 5_000;

/** Work that is done in a thread of its own, so that it holds up nobody's call. */
export type Thread<Theirs extends Offers> = Pick<ThreadCalls<Theirs>, "call"> & {
  /** Settles when the thread has loaded; the first call waits for it too. */
  ready(): Promise<void>;
  /** Ends the thread in the middle of its work: what it was asked fails with the error, and the next call starts it anew. */
  end(error: Error): void;
  close(): Promise<void>;
};

/**
 * Opens the module as a thread. `soon`: it starts at once instead of with the first call. One that ended (out of memory,
 * say) fails the calls that wait and is replaced with the next call; what it kept in memory it has to load again.
 */
export function openThread<Theirs extends Offers>(
  module: URL,
  { soon, workerData }: { soon: boolean; workerData?: unknown },
): Thread<Theirs> {
  type Running = {
    worker: Worker;
    calls: ThreadCalls<Theirs>;
    loaded: Promise<void>;
    ended: Promise<unknown>;
  };
  let running: Running | null = soon ? start() : null;
  let isClosed = false;

  function start() {
    const worker = new Worker(module, { workerData });
    worker.unref();
    const loaded = new Promise<void>((resolve) => {
      worker.on("message", (message: { type: string }) => message.type === "ready" && resolve());
      worker.once("exit", () => resolve());
    });
    const calls = callsOver<Theirs, Record<string, never>>(worker, {});
    const end = (error: Error) => {
      calls.fail(error);
      if (running?.worker === worker) running = null;
    };
    worker.once("error", end);
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.once("exit", () => end(new Error("a thread of the program ended")));
    return { worker, calls, loaded, ended };
  }

  async function terminate({ worker, loaded }: Running): Promise<void> {
    await loaded;
    await worker.terminate();
  }

  return {
    call(name, input) {
      if (isClosed) return Promise.reject(new Error("the program is stopping"));
      running ??= start();
      return running.calls.call(name, input);
    },
    ready() {
      running ??= start();
      return running.loaded;
    },
    end(error) {
      if (running === null) return;
      const ended = running;
      running = null;
      ended.calls.fail(error);
      void terminate(ended);
    },
    async close() {
      isClosed = true;
      if (running === null) return;
      const { worker, ended } = running;
      worker.ref();
      worker.postMessage({ type: "end" } satisfies EndMessage);
      await Promise.race([ended, wait(endingMs, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
