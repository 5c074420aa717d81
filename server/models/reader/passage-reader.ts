import type { Logger } from "pino";
import { readerFolder, readerName } from "#engine/models/reader/open-reader.ts";
import type { Reading, ReadPassage } from "#engine/models/reader/reading.ts";
import { shares } from "#server/kernel/fair-use.ts";
import { portOf } from "#server/kernel/port.ts";
import { DeadlineError } from "#server/platform/deadline.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Owner } from "#server/platform/fair-semaphore.ts";
import { heard } from "#server/platform/heard.ts";
import { openThreadPool } from "#server/platform/thread-pool.ts";

/** The reader's folder. */
export type ReaderData = { folder: string };

/** The interface of the reader's thread. */
export type ReadingWork = {
  check(nothing: null): Promise<null>;
  /** null after `until`, milliseconds since 1970: nobody is waiting. */
  read(input: { question: string; passages: ReadPassage[]; until: number }): Promise<Reading[] | null>;
};

/** A question's passages take some 100 ms; after this, words alone choose. */
const readingMs = 400;
/** Questions that are read or wait: one more would be late. */
const mostAtOnce = 4;
/** Of computing; a reader that exceeds it is stuck. */
const stuckMs = 5_000;

/** The reader in its own thread; companies take turns. */
export type ServedReader = {
  name: string;
  /** null where words alone have to choose: the reader is busy, late or damaged. Never throws. */
  read(
    owner: Owner,
    question: string,
    passages: ReadPassage[],
    signal: AbortSignal,
  ): Promise<Reading[] | null>;
  /** @throws EncoderError if a file is missing or damaged */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** null if it is switched off. */
export const passageReader = portOf<ServedReader | null>("reader of passages");

type Options = {
  log: Logger;
  /** Whether to load it before the first question. */
  eager: boolean;
  /** Counts a question by what became of its reading. */
  count(outcome: "read" | "late" | "failed"): void;
  folder?: string;
};

/** Opens the reader. If its files are missing or damaged, that is logged once, and words alone choose. */
export function openPassageReader({ log, eager, count, folder = readerFolder }: Options): ServedReader {
  const module = new URL("./passage-reader-worker.ts", import.meta.url);
  const pool = openThreadPool<ReadingWork>(module, {
    eager,
    rules: shares.reading,
    workerData: { folder } satisfies ReaderData,
  });
  const nobody = { company: null, person: 0 };
  let isBroken = false;
  let atOnce = 0;

  return {
    name: readerName(folder),
    async read(owner, question, passages, signal) {
      if (isBroken) return null;
      if (atOnce >= mostAtOnce) {
        count("late");
        return null;
      }
      const clock = AbortSignal.any([signal, AbortSignal.timeout(readingMs)]);
      const input = { question, passages, until: Date.now() + readingMs };
      atOnce += 1;
      try {
        const reading = pool.run("read", input, { owner, deadlineMs: stuckMs, signal: clock });
        const readings = await heard(reading, clock);
        count(readings === null ? "late" : "read");
        return readings;
      } catch (error) {
        const isBusy = error instanceof AppError || error instanceof DeadlineError;
        count(clock.aborted || isBusy ? "late" : "failed");
        if (clock.aborted || isBusy) return null;
        isBroken = true;
        log.error({ err: error }, "The reader of passages can't be used: words alone choose what is quoted.");
        return null;
      } finally {
        atOnce -= 1;
      }
    },
    async check() {
      const budget = { owner: nobody, deadlineMs: stuckMs, signal: AbortSignal.timeout(stuckMs) };
      await pool.run("check", null, budget);
    },
    close: () => pool.close(),
  };
}
