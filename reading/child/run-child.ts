import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

import type { Child } from "./child-process.ts";
import { type Extraction, Failure, Outcome } from "#reading/extract/extraction.ts";
import { type Prepared, PreparedParts, type Reading, ReadingHead } from "#reading/extract/prepared.ts";
import type { OnProgress } from "#reading/extract/reading.ts";
import type { Recognized } from "#reading/extract/recognized.ts";
import type { Layout, QuestionnaireTask } from "#reading/questionnaire/layout.ts";
import { decodeAnswer, decodeProgress, encodeHead, PROGRESS_DESCRIPTOR, type Wanted } from "./wire.ts";

/** A file by its bytes or by the path of its stored copy; `name` is only a hint at the type. */
export type Source = { name: string; recognized?: Recognized } & ({ bytes: Uint8Array } | { path: string });

type Measured = {
  milliseconds: number;
  /** Largest resident size of the child. */ peakBytes: number;
};
type Failed = { ok: false; failure: Failure };
/** A child's answer, or the reason for none. */
export type Answered<Result> = Measured & (Result | Failed);
export type ExtractionResult = Answered<{ ok: true; extraction: Extraction; prepared: Prepared }>;
export type ReadingResult = Answered<{ ok: true; reading: Reading }>;

/** A request to a child, and the check of its answer; null if the answer is invalid. */
export type Form<Result extends { ok: boolean }> = {
  wanted: Wanted;
  parse: (answer: unknown, parts: Buffer[]) => { result: Result | Failed; peakBytes: number } | null;
};

const peakBytes = z.int().nonnegative();
const Failed = z.object({ ok: z.literal(false), failure: Failure });
const ExtractionAnswer = z.object({ outcome: Outcome, prepared: PreparedParts.optional(), peakBytes });
const RowsAnswer = z.object({
  outcome: z.discriminatedUnion("ok", [z.object({ ok: z.literal(true), reading: ReadingHead }), Failed]),
  peakBytes,
});

export const extractionForm: Form<{ ok: true; extraction: Extraction; prepared: Prepared }> = {
  wanted: "extraction",
  parse: (answer, [segment]) => {
    const parsed = ExtractionAnswer.safeParse(answer);
    if (!parsed.success) return null;
    const { outcome, prepared, peakBytes } = parsed.data;
    if (!outcome.ok) return { result: outcome, peakBytes };
    if (prepared === undefined || segment === undefined) return null;
    return { result: { ...outcome, prepared: { ...prepared, segment } }, peakBytes };
  },
};

export const rowsForm: Form<{ ok: true; reading: Reading }> = {
  wanted: "rows",
  parse: (answer, [pageRows, passageRows, segment]) => {
    const parsed = RowsAnswer.safeParse(answer);
    if (!parsed.success) return null;
    const { outcome, peakBytes } = parsed.data;
    if (!outcome.ok) return { result: outcome, peakBytes };
    if (pageRows === undefined || passageRows === undefined || segment === undefined) return null;
    return {
      result: { ok: true, reading: { ...outcome.reading, pageRows, passageRows, segment } },
      peakBytes,
    };
  },
};

const Place = z.object({
  name: z.string().transform((name) => name.slice(0, 200)),
  columns: z.array(z.object({ index: z.int().nonnegative(), title: z.string() })),
  headerRow: z.int().nullable(),
  questionColumn: z.int().nullable(),
  answerColumn: z.int().nullable(),
  isUsed: z.boolean(),
  answered: z.int(),
});
const QuestionnaireAnswer = z.object({
  outcome: z.discriminatedUnion("ok", [
    z.object({
      ok: z.literal(true),
      layout: z
        .object({
          kind: z.enum(["xlsx", "docx"]),
          places: z.array(Place),
          questions: z.array(z.object({ place: z.int(), row: z.int(), text: z.string() })),
        })
        .nullable(),
    }),
    Failed,
  ]),
  peakBytes,
});

/** The questions of a file (`layout`), or the file with its answers (`file`). */
export type QuestionnaireResult = { ok: true; layout: Layout | null; file: Buffer | null };

export const questionnaireForm = (task: QuestionnaireTask): Form<QuestionnaireResult> => ({
  wanted: { questionnaire: task },
  parse: (answer, [file]) => {
    const parsed = QuestionnaireAnswer.safeParse(answer);
    if (!parsed.success) return null;
    const { outcome, peakBytes } = parsed.data;
    return { result: outcome.ok ? { ...outcome, file: file ?? null } : outcome, peakBytes };
  },
});

/** The slowest of 349 real files (619 pages) needs 1.6 s; small hostile ones must end within ten. */
const CLOCK_BASE = 8_000;
const CLOCK_PER_MEGABYTE = 1_200;
const CLOCK_MOST = 20_000;
/** Reading has a lower priority than questions (nice), so on a busy machine the limit counts processor time. */
const STARVED_MOST = 180_000;
const STARVED_STEP = 1_000;
/** A child that waits for bytes from a starved parent sleeps for a moment; a hung one keeps sleeping. */
const MOST_SLEEPING_LOOKS = 3;
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
const POLL_MILLISECONDS = 100;
/** 20 million characters of at most three bytes, with their blocks. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

const FAILURES: Record<"clock" | "memory" | "answer" | "crash", Failure> = {
  clock: {
    reason: "limit",
    message: "Reading this file took too long and was stopped. Split it, or save it again as PDF.",
  },
  memory: {
    reason: "limit",
    message: "This file needs more memory than one document may use. Split it, or save it again as PDF.",
  },
  answer: {
    reason: "limit",
    message: "This file contains more text than one document may have. Split it into smaller documents.",
  },
  crash: {
    reason: "damaged",
    message: "This file is damaged and cannot be read. Upload it again from the original.",
  },
};

/**
 * Sends one file to a child and waits for its answer, watching time and memory. Rejects if `signal` aborts, and if the
 * child can't be started, which isn't the file's fault.
 */
export async function runChild<Result extends { ok: boolean }>(
  child: Child,
  source: Source,
  form: Form<Result>,
  signal?: AbortSignal,
  onProgress: OnProgress = () => undefined,
): Promise<Answered<Result>> {
  const started = performance.now();
  const size = "bytes" in source ? source.bytes.byteLength : (await stat(source.path)).size;
  let stopped: keyof typeof FAILURES | null = null;
  let peakBytes = 0;
  const stop = (why: keyof typeof FAILURES) => {
    stopped ??= why;
    child.kill();
  };
  const limit = Math.min(CLOCK_MOST, CLOCK_BASE + (size / 1_048_576) * CLOCK_PER_MEGABYTE);
  let sleeping = 0;
  const onTime = () => {
    const had = child.processor();
    sleeping = had?.isWanted === true ? 0 : sleeping + 1;
    // on a busy machine the file hasn't used its processor time yet
    const isStarved =
      had !== null &&
      had.seconds < limit / 1000 &&
      sleeping < MOST_SLEEPING_LOOKS &&
      performance.now() - started < STARVED_MOST;
    if (isStarved) clock = setTimeout(onTime, STARVED_STEP);
    else stop("clock");
  };
  let clock = setTimeout(onTime, limit);
  const poll = setInterval(() => {
    peakBytes = Math.max(peakBytes, child.resident() ?? 0);
    if (peakBytes > MAX_RESIDENT_BYTES) stop("memory");
  }, POLL_MILLISECONDS);
  const abort = () => child.kill();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    const ended = exitOf(child);
    const answered = readAnswer(child, () => stop("answer"));
    child.process.stdio[PROGRESS_DESCRIPTOR]?.on("data", (written: Buffer) => {
      const progress = decodeProgress(written);
      if (progress !== null) onProgress(progress.read, progress.all);
    });
    await send(child, source, form.wanted);
    const [exit, written] = await Promise.all([ended, answered]);
    signal?.throwIfAborted();
    if (written.length === 0 && stopped === null) throw new Error("The extraction child did not start");
    const milliseconds = performance.now() - started;
    const answer = stopped === null ? parse(written, form) : null;
    if (answer === null)
      return { ok: false, failure: FAILURES[stopped ?? crashOf(exit)], milliseconds, peakBytes };
    return { ...answer.result, milliseconds, peakBytes: Math.max(peakBytes, answer.peakBytes) };
  } finally {
    clearTimeout(clock);
    clearInterval(poll);
    signal?.removeEventListener("abort", abort);
    child.kill();
  }
}

async function send(child: Child, source: Source, wanted: Wanted): Promise<void> {
  const { stdin } = child.process;
  if (stdin === null) return;
  stdin.write(encodeHead(source.name, { recognized: source.recognized ?? {}, wanted }));
  const body = "bytes" in source ? Readable.from([source.bytes]) : createReadStream(source.path);
  // A child killed during a write breaks the pipe; its exit is the answer then.
  await pipeline(body, stdin).catch((error: unknown) => {
    if (!isBrokenPipe(error)) {
      child.kill();
      throw error;
    }
  });
}

function readAnswer(child: Child, tooMuch: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const { stdout } = child.process;
  return new Promise((resolve) => {
    if (stdout === null) return resolve(Buffer.alloc(0));
    stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) tooMuch();
      else chunks.push(chunk);
    });
    stdout.on("close", () => resolve(Buffer.concat(chunks)));
  });
}

function exitOf(child: Child): Promise<NodeJS.Signals | number | null> {
  const { process } = child;
  if (process.exitCode !== null || process.signalCode !== null)
    return Promise.resolve(process.signalCode ?? process.exitCode);
  return new Promise((resolve) => {
    process.once("exit", (code, signal) => resolve(signal ?? code));
    process.once("error", () => resolve(null));
  });
}

/** V8 and PDFium abort when they run out of memory; the kernel kills a process that has used up its processor time. */
function crashOf(exit: NodeJS.Signals | number | null): "memory" | "clock" | "crash" {
  if (exit === "SIGXCPU") return "clock";
  return exit === "SIGABRT" || exit === "SIGTRAP" || exit === "SIGKILL" || exit === 133 || exit === 134
    ? "memory"
    : "crash";
}

function parse<Result extends { ok: boolean }>(written: Buffer, form: Form<Result>) {
  try {
    const decoded = decodeAnswer(written);
    return decoded === null ? null : form.parse(decoded.answer, decoded.parts);
  } catch {
    return null; // Not JSON: the file took over the child.
  }
}

function isBrokenPipe(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return (
    code === "EPIPE" ||
    code === "ECONNRESET" ||
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ERR_STREAM_DESTROYED" ||
    code === "ERR_STREAM_UNABLE_TO_PIPE"
  );
}
