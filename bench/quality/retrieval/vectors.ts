import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Encoder, encoderFolder, passageForm, type Role } from "#engine/models/encoder.ts";
import { encodeUnits, type UnitVectors } from "#engine/index/unit-vectors.ts";
import { openOnnx } from "#engine/models/onnx/onnx.ts";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import type { SetDocument } from "./question-set.ts";

/** Vectors of 22,000 passages take half an hour, of their units twice that: both are kept between runs. */
const cache = ".cache/vectors";

/** The encoder that ships, and every one in MODELS_DIR. */
export async function openEncoders(): Promise<Encoder[]> {
  const models = modelsFolder();
  const folders = existsSync(models) ? readdirSync(models) : [];
  const all = [encoderFolder, ...folders.map((name) => join(models, name))];
  return Promise.all(all.filter((folder) => existsSync(join(folder, "model.json"))).map(open));
}

/** The encoder chosen by ENCODER, as for the program itself: the one that ships, another, or null if it is off. */
export async function openChosenEncoder(): Promise<Encoder | null> {
  const name = process.env.ENCODER ?? "";
  if (name === "off") return null;
  return open(name === "" ? encoderFolder : join(modelsFolder(), name));
}

export function modelsFolder(): string {
  return resolve(process.env.MODELS_DIR ?? "data/models");
}

async function open(folder: string): Promise<Encoder> {
  const { name, dimension, encode } = await openOnnx(folder, loadRuntime());
  return {
    name,
    dimension,
    encode: (texts: readonly string[], as: Role) => encode(texts, as, Infinity),
  };
}

/** Vectors of each document's passages, in sequence; those of unchanged passages are kept from the set's last run. */
export async function vectorsOf(
  encoder: Encoder,
  set: string,
  documents: readonly Pick<SetDocument, "passages">[],
): Promise<Float32Array[]> {
  const signal = new AbortController().signal;
  const folder = join(cache, encoder.name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, set.replace(/-mp$/, ""));
  const dimension = encoder.dimension ?? 0;
  const forms = documents.flatMap(({ passages }) => passages.map(passageForm));
  const keys = forms.map(keyOf);
  const kept = keptAt(path, dimension);
  const began = performance.now();
  const all = new Float32Array(forms.length * dimension);
  for (const [row, form] of forms.entries()) {
    const known = kept.get(keys[row] ?? "");
    const [vector] = known === undefined ? await encoder.encode([form], "passage", signal) : [known];
    all.set(vector ?? [], dimension * row);
  }
  const encoded = keys.filter((key) => !kept.has(key)).length;
  if (encoded > 0 || kept.size !== new Set(keys).size) {
    writeFileSync(`${path}.f32`, Buffer.from(all.buffer));
    writeFileSync(`${path}.json`, JSON.stringify(keys));
    const perSecond = (1000 * encoded) / (performance.now() - began);
    process.stdout.write(`${set}: ${encoded} passages, ${perSecond.toFixed(0)} a second\n`);
  }
  let from = 0;
  return documents.map(({ passages }) => all.subarray(from, (from += passages.length * dimension)));
}

function keptAt(path: string, dimension: number): ReadonlyMap<string, Float32Array> {
  if (!existsSync(`${path}.json`)) return new Map();
  const keys = JSON.parse(readFileSync(`${path}.json`, "utf8")) as string[];
  const { buffer, byteOffset, byteLength } = readFileSync(`${path}.f32`);
  const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  return new Map(keys.map((key, row) => [key, all.subarray(row * dimension, (row + 1) * dimension)]));
}

const keyOf = (form: string) => createHash("sha256").update(form).digest("base64");

type Passage = Parameters<typeof passageForm>[0];

/** Vectors of a passage's units, encoded once for all sets and runs: a line of the file for each passage. */
export function unitsBy(encoder: Encoder): (passage: Passage) => Promise<UnitVectors> {
  const signal = new AbortController().signal;
  const folder = join(cache, encoder.name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "units.jsonl");
  const kept = new Map<string, UnitVectors>();
  for (const line of existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : []) {
    const { passage, spans, bytes } = JSON.parse(line) as { passage: string; spans: number[]; bytes: string };
    kept.set(passage, { spans, bytes: new Uint8Array(Buffer.from(bytes, "base64")) });
  }
  return async (passage) => {
    const key = keyOf(passageForm(passage));
    const known = kept.get(key);
    if (known !== undefined) return known;
    const [units = { spans: [], bytes: new Uint8Array() }] = await encodeUnits(encoder, [passage], signal);
    kept.set(key, units);
    const bytes = Buffer.from(units.bytes).toString("base64");
    appendFileSync(path, `${JSON.stringify({ passage: key, spans: units.spans, bytes })}\n`);
    return units;
  };
}
