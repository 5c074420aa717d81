import { createTurns } from "./fair-semaphore.ts";
import type { Owner, TurnRules } from "./fair-semaphore.ts";
import { openThread } from "./threads.ts";
import type { Thread } from "./threads.ts";
import type { Input, Offers, Output } from "./thread-calls.ts";
import { DeadlineError } from "./deadline.ts";

export type Budget = { owner: Owner; deadlineMs: number; signal: AbortSignal };

/** Threads that companies use in turns, one task on each at a time, each with a deadline. */
export type ThreadPool<Theirs extends Offers> = {
  /** @throws DeadlineError, AppError limit_exceeded, the signal's reason */
  run<Name extends keyof Theirs & string>(
    name: Name,
    input: Input<Theirs, Name>,
    budget: Budget,
  ): Promise<Output<Theirs, Name>>;
  close(): Promise<void>;
};

/**
 * Opens `rules.places` threads of a module. A deadline starts with the work, not with the request. A thread past it is
 * terminated, since nothing else stops a computation, and a new one loads in its place.
 */
export function openThreadPool<Theirs extends Offers>(
  module: URL,
  { eager, rules }: { eager: boolean; rules: TurnRules },
): ThreadPool<Theirs> {
  const turns = createTurns(rules);
  const threads = Array.from({ length: rules.places }, () => openThread<Theirs>(module, { eager }));
  const idle: Thread<Theirs>[] = [...threads];

  return {
    async run(name, input, { owner, deadlineMs, signal }) {
      const release = await turns.acquire(owner, signal);
      const thread = idle.pop();
      try {
        if (thread === undefined) throw new Error("More turns were given than there are threads.");
        await thread.ready();
        signal.throwIfAborted();
        const error = new DeadlineError(`'${name}' took longer than ${deadlineMs} ms.`);
        const timer = setTimeout(() => {
          thread.end(error);
          void thread.ready();
        }, deadlineMs);
        try {
          return (await thread.call(name, input)) as Output<Theirs, typeof name>;
        } finally {
          clearTimeout(timer);
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
