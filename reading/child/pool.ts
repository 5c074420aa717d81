import { type Child, startChild } from "./child-process.ts";
import type { OnProgress } from "#reading/extract/reading.ts";
import {
  type Answered,
  extractionForm,
  type ExtractionResult,
  type Form,
  questionnaireForm,
  type QuestionnaireResult,
  type ReadingResult,
  rowsForm,
  runChild,
  type Source,
} from "./run-child.ts";
import { hasPdfHeader } from "#reading/extract/sniff.ts";
import type { QuestionnaireTask } from "#reading/questionnaire/layout.ts";

export type { ExtractionResult } from "./run-child.ts";

type Owned = Source & { /** Owners are served in turn. */ owner?: string };

export type ExtractionPool = {
  /**
   * Reads one file in a process of its own and passes the result to `keep`; the next file waits until `keep` is done too.
   * An unreadable file is a result with a reason; the promise rejects only if `keep` does, the queue is full, the pool is
   * closed, the path can't be opened or no process can be started.
   */
  read: <Kept>(
    source: Owned,
    keep: (result: ReadingResult) => Promise<Kept>,
    onProgress?: OnProgress,
  ) => Promise<Kept>;
  /**
   * The full result, with every page and block of the text: for tests and measurements. Also rejects if `signal` aborts.
   */
  extract: (source: Owned, signal?: AbortSignal) => Promise<ExtractionResult>;
  /** The questions of a questionnaire, or the file with its answers, in a process of its own. Rejects like `extract`. */
  questionnaire: (
    source: Owned,
    task: QuestionnaireTask,
    signal?: AbortSignal,
  ) => Promise<Answered<QuestionnaireResult>>;
  /** Number of files being read, of files waiting, and of places for files that are read at once. */
  load: () => { running: number; waiting: number; places: number };
  /** Rejects waiting files, ends running ones, and resolves when no child is left. */
  close: () => Promise<void>;
};

type Waiting = { source: Owned; start: () => void };

/** A waiting child holds 90 MB; after this long without a file it is released. */
const SPARE_MILLISECONDS = 30_000;

/**
 * At most `size` files are read and kept at once (2; a function computes it from the files being read and the next one),
 * and at most `queue` files wait (1,000).
 */
export function createExtractionPool({
  size = 2,
  queue = 1_000,
}: { size?: number | ((files: Source[]) => number); queue?: number } = {}): ExtractionPool {
  const sizeNow = typeof size === "number" ? () => size : size;
  const waiting: Waiting[] = [];
  const served = new Map<string, number>();
  const running = new Set<Promise<unknown>>();
  const reading = new Set<Waiting>();
  const stopping = new AbortController();
  let turn = 0;
  let spare: Child | null = null;
  let spareTimer: NodeJS.Timeout | undefined;

  const dropSpare = () => {
    clearTimeout(spareTimer);
    spare?.kill();
    spare = null;
  };
  /**
   * Starting takes 0.1 to 0.2 s, so the next child starts while one file is read, prepared for the kind of the next or the
   * last file.
   */
  const keepSpare = (source: Source) => {
    clearTimeout(spareTimer);
    if (stopping.signal.aborted) return;
    if (spare === null) {
      const child = startChild(mayBePdf(waiting[0]?.source ?? source));
      spare = child;
      child.process.once("exit", () => {
        if (spare === child) spare = null;
      });
      child.hold(false);
    }
    spareTimer = setTimeout(dropSpare, SPARE_MILLISECONDS);
    spareTimer.unref();
  };
  const takeChild = (): Child => {
    const ended = spare !== null && (spare.process.exitCode ?? spare.process.signalCode) !== null;
    const child = spare === null || ended ? startChild(false) : spare;
    spare = null;
    child.hold(true);
    return child;
  };
  const next = () => {
    while (waiting.length > 0) {
      // The owner served longest ago goes first: one owner's hundred files don't delay another's single file.
      const index = waiting.reduce(
        (best, item, at) => (lastTurn(item) < lastTurn(waiting[best]) ? at : best),
        0,
      );
      const item = waiting[index];
      if (item === undefined || reading.size >= sizeNow([...reading, item].map(({ source }) => source)))
        return;
      waiting.splice(index, 1);
      const owner = ownerOf(item.source);
      served.set(owner, ++turn);
      if (!waiting.some(({ source }) => ownerOf(source) === owner) && served.size > 10_000) served.clear();
      reading.add(item);
      item.start();
    }
  };
  const lastTurn = (item: Waiting | undefined) =>
    item === undefined ? 0 : (served.get(ownerOf(item.source)) ?? 0);
  const enter = (source: Owned, signal: AbortSignal): Promise<Waiting> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        const at = waiting.indexOf(item);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error("The extraction was canceled"));
      };
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve(item);
      };
      const item: Waiting = { source, start };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(item);
      next();
    });

  const run = async <Result extends { ok: boolean }, Kept>(
    source: Owned,
    form: Form<Result>,
    keep: (result: Answered<Result>) => Promise<Kept>,
    { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined },
  ): Promise<Kept> => {
    const either = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
    either.throwIfAborted();
    if (waiting.length >= queue) throw new Error("The extraction queue is full");
    const place = await enter(source, either);
    try {
      const work = runChild(takeChild(), source, form, either, onProgress);
      running.add(work);
      keepSpare(source);
      return await keep(await work.finally(() => running.delete(work)));
    } finally {
      reading.delete(place);
      next();
    }
  };

  return {
    read: (source, keep, onProgress) => run(source, rowsForm, keep, { onProgress }),
    extract: (source, signal) => run(source, extractionForm, (result) => Promise.resolve(result), { signal }),
    questionnaire: (source, task, signal) =>
      run(source, questionnaireForm(task), (result) => Promise.resolve(result), { signal }),
    load: () => ({ running: reading.size, waiting: waiting.length, places: sizeNow([]) }),
    close: async () => {
      stopping.abort(new Error("The extraction pool is closed"));
      dropSpare();
      await Promise.allSettled(running);
    },
  };
}

function ownerOf({ owner }: Owned): string {
  return owner ?? "";
}

/** Also true for a path: PDFs are the commonest. */
function mayBePdf(source: Source): boolean {
  return !("bytes" in source) || hasPdfHeader(source.bytes);
}
