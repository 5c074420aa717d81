import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EncoderError } from "../encoder.ts";

/** The subset of onnxruntime-node used here. */
export type Runtime = {
  InferenceSession: {
    create(model: Uint8Array, options: SessionOptions): Promise<Session>;
  };
  Tensor: {
    new (type: "int64", data: BigInt64Array, dims: readonly number[]): Tensor;
    new (type: "float32", data: Float32Array, dims: readonly number[]): Tensor;
  };
};
type SessionOptions = {
  intraOpNumThreads: number;
  interOpNumThreads: number;
  executionMode: "sequential";
};
export type Session = {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
};
export type Tensor = { readonly data: unknown; readonly dims: readonly number[] };

/** Where the program's installation puts the runtime (`scripts/ensure.mjs`). */
export const runtimeFolder = join(import.meta.dirname, "runtime");

/** The runtime beside a model's folder, as earlier versions installed it, or else the program's. */
export function runtimeBeside(folder: string): string {
  const own = join(dirname(folder), "runtime");
  return existsSync(own) ? own : runtimeFolder;
}

/**
 * Loads the runtime.
 * @throws EncoderError if it is absent or doesn't load on this machine
 */
export function loadRuntime(folder = runtimeFolder): Runtime {
  try {
    return createRequire(join(folder, "package.json"))("onnxruntime-node") as Runtime;
  } catch (error) {
    const said = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new EncoderError(
      `The runtime for models cannot be loaded from ${folder} (${said}). 'npm install' installs it.`,
      { cause: error },
    );
  }
}

/**
 * Opens a model's weights.
 * @param name for the error
 * @throws EncoderError if this runtime can't open them
 */
export async function openSession(
  weights: Uint8Array,
  name: string,
  { InferenceSession }: Runtime,
): Promise<Session> {
  try {
    return await InferenceSession.create(weights, {
      // one thread: the other cores serve requests
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: "sequential",
    });
  } catch (error) {
    throw new EncoderError(`The weights of ${name} cannot be opened by this runtime.`, { cause: error });
  }
}
