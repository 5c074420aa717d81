import { Worker } from "node:worker_threads";
import { callsOver } from "#server/platform/thread-calls.ts";
import type { ThreadCalls } from "#server/platform/thread-calls.ts";
import type { Found } from "#server/retrieval/theme-index.ts";
import type { IndexSearcher } from "./theme-indexes-worker.ts";

export type SearchInput = {
  theme: { company_id: number; id: number; content_version: number };
  question: string;
  limit: number;
  /** Only these versions are found; null for all of the theme. */
  documents: ReadonlySet<number> | null;
};

/**
 * Searches themes' indexes, fresh for the content version that was read with the question. Documents of a hit are version
 * ids. The indexes live in a thread of their own: loading a large theme takes seconds and searching one milliseconds,
 * and neither may hold up the calls of others.
 */
export type ThemeIndexes = {
  search(input: SearchInput): Promise<Found>;
  close(): Promise<void>;
};

/** What the searching thread reads, inside the company that asks. */
export type IndexReader = {
  /** `bytes`: how large the document's segment is. */
  contents(place: {
    companyId: number;
    themeId: number;
  }): Promise<{ document: number; segment: number; bytes: number }[]>;
  segments(place: { companyId: number; ids: number[] }): Promise<{ segment: number; bytes: Uint8Array }[]>;
};

/** Where the thread reads from: the address of a module that exports `openReader`, and what that takes (it is cloned). */
export type ReaderSource = { module: string; data: unknown };

/** `soon`: the thread starts at once instead of with the first question. */
export function openThemeIndexes(source: ReaderSource, { soon }: { soon: boolean }): ThemeIndexes {
  let thread: { worker: Worker; calls: ThreadCalls<IndexSearcher> } | null = soon ? start() : null;
  let isClosed = false;

  function start() {
    const worker = new Worker(new URL("./theme-indexes-worker.ts", import.meta.url), { workerData: source });
    worker.unref();
    const calls = callsOver<IndexSearcher, Record<string, never>>(worker, {});
    const end = (error: Error) => {
      calls.fail(error);
      if (thread?.worker === worker) thread = null;
    };
    worker.once("error", end);
    worker.once("exit", () => end(new Error("the searching thread ended")));
    return { worker, calls };
  }

  return {
    search(input) {
      if (isClosed) return Promise.reject(new Error("the program is stopping"));
      // one that ended (out of memory, say) is replaced; its indexes load again as they are asked
      thread ??= start();
      return thread.calls.call("search", input);
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
    },
  };
}
