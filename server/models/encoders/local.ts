import type { Logger } from "pino";
import { EncoderError, type Encoder, type Role } from "#engine/models/encoder.ts";
import { describe, encoderName } from "#engine/models/onnx/model-folder.ts";
import { heard } from "#server/platform/heard.ts";
import { openThread } from "#server/platform/threads.ts";
import type { ServedEncoder } from "./served-encoder.ts";

/** The model's folder; the runtime is next to it. `isBackground`: other threads take priority. */
export type LocalData = { folder: string; isBackground: boolean };

/** The interface of the thread with a local model. */
export type Encoding = {
  describe(nothing: null): Promise<{ name: string; dimension: number }>;
  /** `until`: milliseconds since 1970; after that, nobody is waiting. */
  encode(input: { texts: string[]; as: Role; until: number }): Promise<Float32Array[]>;
};

/** A question takes 5 to 25 ms; a wait six times as long means something else is wrong. */
const questionMs = 150;
/** Passages per message to the thread: at most half a second, so that an abort takes effect. */
const passagesAtOnce = 8;

type Options = {
  log: Logger;
  /** Whether to expect questions: if so, the model is loaded before the first; if not, other threads take priority. */
  eager: boolean;
  /** A thread idle for this long releases its memory; null: never. */
  idleMs: number | null;
  /** The largest theme to search. */
  mostPassages: number;
};

/**
 * A local model in its own thread, which checks its files. If one is missing, damaged or changed since the start, that
 * is logged once, and words alone answer.
 * @throws EncoderError if the folder has no readable model.json
 */
export function localEncoder(folder: string, { log, eager, idleMs, mostPassages }: Options): ServedEncoder {
  const description = describe(folder);
  const name = encoderName(description);
  const { dimension, languages } = description;
  const thread = openThread<Encoding>(new URL("./local-worker.ts", import.meta.url), {
    eager,
    workerData: { folder, isBackground: !eager } satisfies LocalData,
  });
  let opened: Promise<void> | null = null;
  let broken: string | null = null;
  let idle: NodeJS.Timeout | null = null;

  /** A call that finds the thread gone reloads and rechecks it. */
  function open(): Promise<void> {
    opened ??= thread.call("describe", null).then(
      (found) => {
        if (found.name !== name)
          breakWith(`The model in ${folder} was replaced while the program ran: restart the program.`);
      },
      (error: Error) => breakWith(error.message),
    );
    return opened;
  }
  function breakWith(message: string): void {
    if (broken !== null) return;
    broken = message;
    log.error({ model: name }, `${message} Only words are searched.`);
  }
  function rest(): void {
    if (idleMs === null) return;
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => {
      opened = null;
      thread.end(new Error("the model was idle"));
    }, idleMs).unref();
  }

  async function encodeIn(texts: string[], as: Role, until: number): Promise<Float32Array[]> {
    if (idle !== null) clearTimeout(idle);
    await open();
    if (broken !== null) throw new EncoderError(broken);
    try {
      return await thread.call("encode", { texts, as, until });
    } catch (error) {
      // the next call reloads a thread that ended and rechecks its files
      opened = null;
      throw new EncoderError(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      rest();
    }
  }

  async function encodePassages(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += passagesAtOnce) {
      signal.throwIfAborted();
      const part = texts.slice(from, from + passagesAtOnce);
      vectors.push(...(await heard(encodeIn(part, "passage", Number.MAX_SAFE_INTEGER), signal)));
    }
    return vectors;
  }

  const encoder: Encoder = {
    name,
    dimension,
    async encode(texts, as, signal) {
      signal.throwIfAborted();
      if (as === "passage") return encodePassages(texts, signal);
      return heard(encodeIn([...texts], as, Date.now() + questionMs), signal);
    },
  };
  if (eager) void open();
  return {
    name,
    dimension,
    questionMs,
    mostPassages,
    encodesUnits: true,
    reads: (language) => languages?.includes(language) ?? true,
    isUsable: () => broken === null,
    on: () => encoder,
    close: () => {
      if (idle !== null) clearTimeout(idle);
      return thread.close();
    },
  };
}
