import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OnnxModel } from "#engine/models/onnx/onnx.ts";

const folder = ".cache/word-vectors";

/** Unit vectors of all texts, one after the other; read from the cache if an earlier run encoded as many. */
export async function encodeOnce(
  model: OnnxModel,
  name: string,
  texts: readonly string[],
): Promise<Float32Array> {
  const path = join(folder, `${name}.f32`);
  if (existsSync(path)) {
    const { buffer, byteOffset, byteLength } = readFileSync(path);
    if (byteLength === 4 * texts.length * model.dimension)
      return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  }
  const all = new Float32Array(texts.length * model.dimension);
  for (const [row, text] of texts.entries()) {
    const [vector] = await model.encode([text], "passage", Infinity);
    all.set(vector ?? [], row * model.dimension);
    if (row % 5_000 === 0) process.stdout.write(`${name}: ${row} of ${texts.length}\n`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, new Uint8Array(all.buffer));
  return all;
}
