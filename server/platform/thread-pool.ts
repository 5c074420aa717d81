import { setTimeout as wait } from "node:timers/promises";
import { createTurns, type Owner, type TurnRules } from "./fair-semaphore.ts";
import { openThread, type Thread } from "./threads.ts";
import type { Input, Offers, Output } from "./thread-calls.ts";
import { DeadlineError, StarvedError } from "./deadline.ts";

/** A machine that gives a thread less than this share of a core is too busy to answer. */
const smallestShare = 0.1;

/** `deadlineMs`: of the thread's own computing; other work of the machine does not count. */
export type Budget = { owner: Owner; deadlineMs: number; signal: AbortSignal };

/** Threads that companies use in turns, one task on each at a time, each with a deadline. */
export type ThreadPool<Theirs extends Offers> = {
  /** @throws DeadlineError, its kind StarvedError, AppError limit_exceeded, the signal's reason */
  run<Name extends keyof Theirs & string>(
    name: Name,
    input: Input<Theirs, Name>,
    budget: Budget,
  ): Promise<Output<Theirs, Name>>;
  close(): Promise<void>;
};

/**
 * Opens `rules.places` threads of a module. A deadline starts with the work, not with the request, and counts what the
 * thread computes: a busy machine is not the work's fault. A thread past it is terminated, since nothing else stops a
 * computation, and a new one loads in its place.
 */
export function openThreadPool<Theirs extends Offers>(
  module: URL,
  { rules, ...options }: { eager: boolean; rules: TurnRules; workerData?: unknown },
): ThreadPool<Theirs> {
  const turns = createTurns(rules);
  const threads = Array.from({ length: rules.places }, () => openThread<Theirs>(module, options));
  const idle: Thread<Theirs>[] = [...threads];

  return {
    async run(name, input, { owner, deadlineMs, signal }) {
      const release = await turns.acquire(owner, signal);
      const thread = idle.pop();
      try {
        if (thread === undefined) throw new Error("More turns were given than there are threads.");
        await thread.ready();
        signal.throwIfAborted();
        const over = new AbortController();
        void endLate(thread, name, deadlineMs, over.signal);
        try {
          return (await thread.call(name, input)) as Output<Theirs, typeof name>;
        } finally {
          over.abort();
        }
      } finally {
        if (thread !== undefined) idle.push(thread);
        release();
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Ends the thread once the work has had its time; `isOver` is aborted when the work has ended. */
async function endLate<Theirs extends Offers>(
  thread: Thread<Theirs>,
  name: string,
  deadlineMs: number,
  isOver: AbortSignal,
): Promise<void> {
  try {
    const began = performance.now();
    const before = await thread.processorMs();
    for (let waitMs = deadlineMs; ;) {
      await wait(waitMs, undefined, { signal: isOver, ref: false });
      // a thread that gets no turn at all can't tell, either
      const now = await Promise.race([
        thread.processorMs(),
        wait(deadlineMs, before, { signal: isOver, ref: false }),
      ]);
      if (isOver.aborted) return;
      const isTooMuch = now - before >= deadlineMs;
      if (isTooMuch || performance.now() - began >= deadlineMs / smallestShare) {
        thread.end(
          isTooMuch
            ? new DeadlineError(`'${name}' computed for more than ${deadlineMs} ms.`)
            : new StarvedError(
                `'${name}' computed for ${Math.round(now - before)} ms in ${deadlineMs / smallestShare} ms.`,
              ),
        );
        await thread.ready();
        return;
      }
      waitMs = Math.max(10, deadlineMs - (now - before));
    }
  } catch {
    // the work is over, or its thread has ended by itself and failed it
  }
}
