import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unitsOf } from "#engine/text/units.ts";
import { EncoderError, passageForm } from "../encoder.ts";
import type { Runtime, Session } from "../onnx/runtime.ts";
import { openTokenizer } from "../onnx/tokens.ts";
import { lettersRead, pairsWith } from "./pairs.ts";
import type { Pair, Span } from "./pairs.ts";
import type { PassageReader, Reading, ReadPassage } from "./reading.ts";

/** The reader that ships with the program. */
export const readerFolder = join(import.meta.dirname, "weights");

const files = ["reader.onnx", "tokenizer.json", "tokenizer_config.json"] as const;

/**
 * Loads a reader and reads a pair as a test.
 * @param folder with `reader.json`, which has the SHA-256 of each file
 * @throws EncoderError if a file is missing or altered, or isn't a reader
 */
export async function openReader(folder: string, runtime: Runtime): Promise<PassageReader> {
  const [weights, tokenizer, config] = readFiles(folder);
  const toPair = pairsWith(openTokenizer(tokenizer, config));
  const session = await open(weights, folder, runtime);
  const readOne = async (question: string, passage: ReadPassage): Promise<Reading> => {
    const before = passageForm(passage).length - passage.text.length;
    const units = unitsOf(passage.text.slice(0, lettersRead), passage.section).map(({ start, end }) => ({
      start,
      end,
    }));
    const shifted = units.map(({ start, end }) => ({ start: start + before, end: end + before }));
    const { spans, ...pair } = toPair(question, passageForm(passage), shifted);
    const read = units.flatMap((unit, place) => {
      const span = spans[place];
      return span ? [{ unit, span }] : [];
    });
    const { score, scores } = await run(session, runtime, { ...pair, spans: read.map(({ span }) => span) });
    return { score, units: read.map(({ unit }, place) => ({ ...unit, score: scores[place] ?? 0 })) };
  };
  await readOne("Is it read?", { section: "", text: "It is read." });
  return {
    async read(question, passages, until) {
      const readings: Reading[] = [];
      for (const passage of passages) {
        if (Date.now() > until) return null;
        readings.push(await readOne(question, passage));
      }
      return Date.now() > until ? null : readings;
    },
  };
}

type Files = [weights: Uint8Array, tokenizer: Uint8Array, config: Uint8Array];

function readFiles(folder: string): Files {
  const hashes = JSON.parse(new TextDecoder().decode(bytesOf(folder, "reader.json"))) as Record<
    string,
    string
  >;
  return files.map((file) => {
    const bytes = bytesOf(folder, file);
    if (createHash("sha256").update(bytes).digest("hex") !== hashes[file])
      throw new EncoderError(
        `${join(folder, file)} is not the file that reader.json describes. Install the program again.`,
      );
    return bytes;
  }) as Files;
}

function bytesOf(folder: string, file: string): Uint8Array {
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    throw new EncoderError(`${join(folder, file)} cannot be read. Install the program again.`, {
      cause: error,
    });
  }
}

async function open(weights: Uint8Array, folder: string, { InferenceSession }: Runtime): Promise<Session> {
  try {
    return await InferenceSession.create(weights, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: "sequential",
    });
  } catch (error) {
    throw new EncoderError(`The weights in ${folder} cannot be opened by this runtime.`, { cause: error });
  }
}

/** Logits of the pair and of its units. */
async function run(
  session: Session,
  { Tensor }: Runtime,
  { ids, asked, spans }: Omit<Pair, "spans"> & { spans: Span[] },
): Promise<{ score: number; scores: Float32Array }> {
  const { length } = ids;
  const tokens = (idOf: (id: number, place: number) => bigint) =>
    new Tensor("int64", BigInt64Array.from(ids, idOf), [1, length]);
  const rows = Math.max(1, spans.length);
  const weights = new Float32Array(rows * length);
  spans.forEach(({ start, end }, row) => {
    weights.fill(1 / (end - start), row * length + start, row * length + end);
  });
  const found = await session.run({
    ids: tokens(BigInt),
    parts: tokens((_, place) => (place < asked ? 0n : 1n)),
    spans: new Tensor("float32", weights, [1, rows, length]),
  });
  const [score, units] = [found.score?.data, found.units?.data];
  if (!(score instanceof Float32Array) || !(units instanceof Float32Array))
    throw new EncoderError("The reader's weights are not those of a reader.");
  return { score: score[0] ?? 0, scores: units };
}
