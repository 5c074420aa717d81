import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { callsOver } from "./thread-calls.ts";
import { DeadlineError } from "./deadline.ts";
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
 * Opens the module as a thread. `soon`: it starts immediately instead of with the first call. One that ended (out of
 * memory, say) fails the calls that wait and is replaced with the next call; what it kept in memory it has to load again.
 * `stallMs`: a thread that computes for longer than this without a pause is ended, and the calls that wait for it fail
 * with a DeadlineError.
 */
export function openThread<Theirs extends Offers>(
  module: URL,
  { soon, workerData, stallMs }: { soon: boolean; workerData?: unknown; stallMs?: number },
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

  let isWatched = false;
  /** Asks the thread for a sign of life for as long as calls wait for it. */
  async function watch(watched: Running, longestMs: number): Promise<void> {
    await watched.loaded;
    while (watched.calls.isBusy() && running === watched) {
      const late = wait(longestMs, true, { ref: false });
      const isStalled = await Promise.race([late, watched.calls.ping().then(() => false)]);
      if (isStalled && running === watched)
        finish(
          watched,
          new DeadlineError(`A thread computed for more than ${longestMs} ms without a pause.`),
        );
      else await wait(longestMs / 4, undefined, { ref: false });
    }
  }

  function finish(ended: Running, error: Error): void {
    running = null;
    ended.calls.fail(error);
    void terminate(ended);
  }

  async function terminate({ worker, loaded }: Running): Promise<void> {
    await loaded;
    await worker.terminate();
  }

  return {
    call(name, input) {
      if (isClosed) return Promise.reject(new Error("the program is stopping"));
      running ??= start();
      const answer = running.calls.call(name, input);
      if (stallMs !== undefined && !isWatched) {
        isWatched = true;
        void watch(running, stallMs).finally(() => (isWatched = false));
      }
      return answer;
    },
    ready() {
      running ??= start();
      return running.loaded;
    },
    end(error) {
      if (running !== null) finish(running, error);
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
