import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { callsOver, type EndMessage, type Offers, type ThreadCalls } from "./thread-calls.ts";
import { DeadlineError } from "./deadline.ts";

/** A loaded thread that doesn't end by itself in this time is computing. */
const endingMs = 5_000;

/** Work in a thread of its own, so that it blocks no call. */
export type Thread<Theirs extends Offers> = Pick<ThreadCalls<Theirs>, "call"> & {
  /** Settles once the thread has loaded; the first call waits for it too. */
  ready(): Promise<void>;
  /** Processor time of the thread so far, in milliseconds; it is told while the thread computes, too. */
  processorMs(): Promise<number>;
  /**
   * Terminates the thread during its work: its pending calls fail with the error, and the next call starts it again.
   */
  end(error: Error): void;
  close(): Promise<void>;
};

/**
 * Opens the module as a thread. `eager`: starts it immediately instead of with the first call. A thread that ended (out of
 * memory, for instance) fails its pending calls and is replaced on the next call; it must then reload its in-memory data.
 * `stallMs`: a thread that computes for longer than this without a pause is terminated, and its pending calls fail with a
 * DeadlineError.
 */
export function openThread<Theirs extends Offers>(
  module: URL,
  { eager, workerData, stallMs }: { eager: boolean; workerData?: unknown; stallMs?: number },
): Thread<Theirs> {
  type Running = {
    worker: Worker;
    calls: ThreadCalls<Theirs>;
    loaded: Promise<void>;
    ended: Promise<unknown>;
  };
  let running: Running | null = eager ? start() : null;
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
  /** Checks that the thread responds for as long as calls are pending. */
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
    async processorMs() {
      running ??= start();
      const { user, system } = await running.worker.cpuUsage();
      return (user + system) / 1000;
    },
    end(error) {
      if (running !== null) finish(running, error);
    },
    async close() {
      isClosed = true;
      if (running === null) return;
      const { worker, loaded, ended } = running;
      worker.ref();
      // terminated while it loads, on a machine that takes seconds for it, a thread can bring down the program (V8)
      await loaded;
      worker.postMessage({ type: "end" } satisfies EndMessage);
      await Promise.race([ended, wait(endingMs, undefined, { ref: false })]);
      await worker.terminate();
    },
  };
}
