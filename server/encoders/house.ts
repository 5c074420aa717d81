import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { EncoderError } from "#engine/models/encoder.ts";
import type { Encoder, Role } from "#engine/models/encoder.ts";
import { describe, encoderName } from "#engine/models/onnx/model-folder.ts";
import type { LastActivity } from "#server/platform/last-activity.ts";
import { openThread } from "#server/platform/threads.ts";
import type { ServedEncoder } from "./served-encoder.ts";

/** The model's folder; the runtime lies beside it. */
export type HouseData = { folder: string };

/** What the thread of a model in the house offers. */
export type Encoding = {
  describe(nothing: null): Promise<{ name: string; dimension: number }>;
  /** `until`: milliseconds since 1970, after which nobody waits. */
  encode(input: { texts: string[]; as: Role; until: number }): Promise<Float32Array[]>;
};

/** A question takes 5 to 25 ms; six times as long, and something else is the matter. */
const questionMs = 150;
/** Passages that one message carries to the thread: half a second at most, so that an abort is heard. */
const passagesAtOnce = 8;
/** While people ask, passages take every second moment only: on two processors the other one answers. */
const askedLatelyMs = 5_000;

type Options = {
  log: Logger;
  /** When somebody asked last. */
  questions: LastActivity;
  /** Whether questions will come: the model is loaded before the first of them. */
  soon: boolean;
  /** A thread that had nothing to do for this long gives its memory back; null: it stays. */
  idleMs: number | null;
};

/**
 * A model of the house, in a thread of its own. Its files are checked there; one that is missing, damaged or another than at
 * the start is logged once, and words alone answer.
 * @throws EncoderError when the folder holds no model.json that can be read
 */
export function houseEncoder(folder: string, { log, questions, soon, idleMs }: Options): ServedEncoder {
  const description = describe(folder);
  const name = encoderName(description);
  const { dimension } = description;
  const thread = openThread<Encoding>(new URL("./house-worker.ts", import.meta.url), {
    soon,
    workerData: { folder } satisfies HouseData,
  });
  let opened: Promise<void> | null = null;
  let broken: string | null = null;
  let idle: NodeJS.Timeout | null = null;

  /** Whoever finds the thread gone has it loaded, and checked, anew. */
  function open(): Promise<void> {
    opened ??= thread.call("describe", null).then(
      (found) => {
        if (found.name !== name)
          breakWith(`The model in ${folder} was replaced while the program ran: start the program anew.`);
      },
      (error: Error) => breakWith(error.message),
    );
    return opened;
  }
  function breakWith(message: string): void {
    if (broken !== null) return;
    broken = message;
    log.error({ model: name }, `${message} Words alone are searched.`);
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
      // a thread that ended is loaded by the next call, and its files are looked at again
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
      const began = performance.now();
      const part = texts.slice(from, from + passagesAtOnce);
      vectors.push(...(await heard(encodeIn(part, "passage", Number.MAX_SAFE_INTEGER), signal)));
      if (questions.since() < askedLatelyMs)
        await wait(performance.now() - began, undefined, { signal, ref: false });
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
  if (soon) void open();
  return {
    name,
    dimension,
    questionMs,
    isUsable: () => broken === null,
    on: () => encoder,
    close: () => {
      if (idle !== null) clearTimeout(idle);
      return thread.close();
    },
  };
}

/** What is awaited, unless the signal aborts first. */
async function heard<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([awaited, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    // whoever stopped waiting does not hear of its failure either
    awaited.catch(() => undefined);
  }
}
