import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unitsOf } from "#engine/text/units.ts";
import { EncoderError, passageForm } from "../encoder.ts";
import { readDescribed, readFile } from "../onnx/model-folder.ts";
import { openSession, type Runtime, type Session } from "../onnx/runtime.ts";
import { openTokenizer } from "../onnx/tokens.ts";
import { lettersRead, pairsWith, type Pair, type Span } from "./pairs.ts";
import type { PassageReader, Reading, ReadPassage } from "./reading.ts";

/** The reader that ships with the program. */
export const readerFolder = join(import.meta.dirname, "weights");

/** Another training, another name. Without a description, which holds the files' hashes, nothing can be read. */
export function readerName(folder: string): string {
  const file = join(folder, "reader.json");
  if (!existsSync(file)) return "reader";
  return `reader@${createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12)}`;
}

/**
 * Loads a reader and reads a pair as a test.
 * @param folder with `reader.json`, which has the SHA-256 of each file
 * @throws EncoderError if a file is missing or altered, or isn't a reader
 */
export async function openReader(folder: string, runtime: Runtime): Promise<PassageReader> {
  const { weights, tokenizer, config } = readFiles(folder);
  const toPair = pairsWith(openTokenizer(tokenizer, config));
  const session = await openSession(weights, "the reader", runtime);
  const readOne = async (question: string, passage: ReadPassage): Promise<Reading> => {
    const before = passageForm(passage).length - passage.text.length;
    const units = unitsOf(passage.text.slice(0, lettersRead), passage.section).map(({ start, end }) => ({
      start,
      end,
    }));
    const shifted = units.map(({ start, end }) => ({ start: start + before, end: end + before }));
    const { spans, ...pair } = toPair(question, passageForm(passage), shifted);
    const read = units.flatMap((unit, index) => {
      const span = spans[index];
      return span ? [{ unit, span }] : [];
    });
    const { score, scores } = await run(session, runtime, { ...pair, spans: read.map(({ span }) => span) });
    return { score, units: read.map(({ unit }, index) => ({ ...unit, score: scores[index] ?? 0 })) };
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

function readFiles(folder: string) {
  const hashes = JSON.parse(readFile(folder, "reader.json").toString("utf8")) as Record<string, string>;
  const read = (file: string) =>
    readDescribed(folder, file, hashes[file], "reader.json", "Install the program again.");
  return {
    weights: read("reader.onnx"),
    tokenizer: read("tokenizer.json"),
    config: read("tokenizer_config.json"),
  };
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
    parts: tokens((_, index) => (index < asked ? 0n : 1n)),
    spans: new Tensor("float32", weights, [1, rows, length]),
  });
  const [score, units] = [found.score?.data, found.units?.data];
  if (!(score instanceof Float32Array) || !(units instanceof Float32Array))
    throw new EncoderError("The reader's weights are not those of a reader.");
  return { score: score[0] ?? 0, scores: units };
}
