import { EncoderError, toUnit, type Role } from "../encoder.ts";
import { encoderName, readModel, type LoadedModel } from "./model-folder.ts";
import { openSession, type Runtime, type Session } from "./runtime.ts";
import { openTokens } from "./tokens.ts";

/** A model in this thread: each text blocks the thread until its vector is ready. */
export type OnnxModel = {
  readonly name: string;
  readonly dimension: number;
  /**
   * Unit vectors, in order.
   * @param until milliseconds since 1970; no caller waits longer
   * @throws EncoderError if that time passes first
   */
  encode(texts: readonly string[], as: Role, until: number): Promise<Float32Array[]>;
};

/**
 * Loads a model from its folder and runs it once as a test.
 * @throws EncoderError if a file is missing or altered, or the model isn't a text encoder
 */
export async function openOnnx(folder: string, runtime: Runtime): Promise<OnnxModel> {
  const model = readModel(folder);
  const tokens = openTokens(
    model.bytes["tokenizer.json"],
    model.bytes["tokenizer_config.json"],
    model.longestTokens,
  );
  const session = await openSession(model.bytes["model.onnx"], model.name, runtime);
  const vectorOf = async (text: string, as: Role) => {
    const ids = tokens(model.prefix[as] + text);
    return pool(await run(session, runtime, ids), ids.length, model);
  };
  let last: Promise<unknown> = vectorOf("a", "passage");
  await last;
  /** One text at a time: a question waits for one passage, not for a whole batch sent before it. */
  const inTurn = (text: string, as: Role, until: number): Promise<Float32Array> => {
    const mine = last.then(() => {
      // a slow model must not process texts that no caller waits for
      if (Date.now() > until) throw new EncoderError(`${model.name} did not answer in time.`);
      return vectorOf(text, as);
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    name: encoderName(model),
    dimension: model.dimension,
    async encode(texts, as, until) {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await inTurn(text, as, until));
      return vectors;
    },
  };
}

/** The first output. Texts run one by one: in a batch, the int8 quantization scales are computed over all texts. */
async function run(session: Session, { Tensor }: Runtime, ids: number[]): Promise<Output> {
  const row = (value: (id: number) => bigint) =>
    new Tensor("int64", BigInt64Array.from(ids, value), [1, ids.length]);
  const feeds = {
    input_ids: row(BigInt),
    attention_mask: row(() => 1n),
    token_type_ids: row(() => 0n),
  };
  const asked = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
  const outputs = await session.run(Object.fromEntries(asked));
  const { data, dims } = outputs[session.outputNames[0] ?? ""] ?? {};
  if (!(data instanceof Float32Array) || dims === undefined)
    throw new EncoderError("The model's output is not a list of vectors.");
  return { data, dims };
}

type Output = { data: Float32Array; dims: readonly number[] };

/**
 * Pools the token vectors (1 x tokens x dimension) into one, or returns the model's own pooled vector (1 x dimension).
 */
function pool({ data, dims }: Output, tokens: number, model: LoadedModel): Float32Array {
  const { dimension, pooling, name } = model;
  const isPooled = dims.length === 2;
  if (dims.at(-1) !== dimension || data.length !== (isPooled ? 1 : tokens) * dimension)
    throw new EncoderError(
      `${name} makes vectors of ${dims.at(-1) ?? 0} numbers; its model.json says ${dimension}.`,
    );
  const rows = isPooled || pooling === "first" ? 1 : tokens;
  const sum = new Float32Array(dimension);
  for (let row = 0; row < rows; row++)
    for (let index = 0; index < dimension; index++)
      sum[index] = (sum[index] ?? 0) + (data[row * dimension + index] ?? 0);
  return toUnit(sum);
}
