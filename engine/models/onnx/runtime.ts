import { createRequire } from "node:module";
import { join } from "node:path";
import { EncoderError } from "../encoder.ts";

/** The subset of onnxruntime-node used here. The operator installs the package; it may be absent. */
export type Runtime = {
  InferenceSession: {
    create(model: Uint8Array, options: SessionOptions): Promise<Session>;
  };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => Tensor;
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

/** The folder beside the models where `npm run models -- add` installs the runtime. */
export const runtimeFolder = "runtime";

/**
 * Loads the runtime from the models' folder.
 * @throws EncoderError if it is absent or doesn't load on this machine
 */
export function loadRuntime(modelsFolder: string): Runtime {
  try {
    const from = createRequire(join(modelsFolder, runtimeFolder, "package.json"));
    return from("onnxruntime-node") as Runtime;
  } catch (error) {
    const said = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new EncoderError(
      `The runtime for models cannot be loaded from ${join(modelsFolder, runtimeFolder)} (${said}). 'npm run models -- add' installs it.`,
      { cause: error },
    );
  }
}
