import type { ModelChunk, ModelRequest, Models, Urgency } from "./models.ts";

const ranks: Record<Urgency, number> = { question: 0, judging: 1, suggestion: 2 };

/** The calls to one server that wait or run, counted by rank. */
type Line = ReturnType<typeof createLine>;

function createLine() {
  const present = Object.values(ranks).map(() => 0);
  const watchers = new Set<() => void>();
  const count = (rank: number, change: number) => {
    present[rank] = (present[rank] ?? 0) + change;
    for (const watcher of watchers) watcher();
  };
  return {
    enter: (rank: number) => count(rank, 1),
    leave: (rank: number) => count(rank, -1),
    isEmpty: () => present.every((calls) => calls === 0),
    /** Nothing more urgent waits or runs. */
    isClear: (rank: number) => present.slice(0, rank).every((calls) => calls === 0),
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** A more urgent call arrived: the interrupted one starts again after it. */
class Interrupted extends Error {}

/**
 * Model access in which a question that somebody waits for goes before everything else at the same server, if it is one
 * of the house: such a server works on one prompt or few at a time. Judging a written answer waits until no question
 * runs; a suggestion also stops for one that arrives, and starts again. Providers answer side by side and need no order.
 */
export function questionsFirst(models: Models): Models {
  const lines = new Map<string, Line>();
  return {
    ...models,
    async *stream(request) {
      if (request.provider !== "compatible") {
        yield* models.stream(request);
        return;
      }
      const { baseUrl, urgency = "question", signal } = request;
      const rank = ranks[urgency];
      const line = lines.get(baseUrl) ?? createLine();
      lines.set(baseUrl, line);
      line.enter(rank);
      try {
        if (urgency === "suggestion") yield* uninterrupted(models, request, line);
        else {
          await untilClear(line, rank, signal);
          yield* models.stream(request);
        }
      } finally {
        line.leave(rank);
        if (line.isEmpty()) lines.delete(baseUrl);
      }
    },
  };
}

/** The chunks of the first call that no more urgent one interrupted, once it is whole. */
async function* uninterrupted(models: Models, request: ModelRequest, line: Line) {
  const rank = ranks.suggestion;
  for (;;) {
    await untilClear(line, rank, request.signal);
    const stop = new AbortController();
    const unwatch = line.watch(() => {
      if (!line.isClear(rank)) stop.abort(new Interrupted());
    });
    try {
      const signal = AbortSignal.any([request.signal, stop.signal]);
      const whole: ModelChunk[] = [];
      for await (const chunk of models.stream({ ...request, signal })) whole.push(chunk);
      yield* whole;
      return;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    } finally {
      unwatch();
    }
  }
}

async function untilClear(line: Line, rank: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (line.isClear(rank)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const unwatch = line.watch(() => {
    if (line.isClear(rank)) resolve();
  });
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    await promise;
  } finally {
    unwatch();
    signal.removeEventListener("abort", leave);
  }
}
