import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EncoderError } from "../encoder.ts";

/** Pooling of a text's token vectors into one: their mean, or the first token's vector. */
export type Pooling = "mean" | "first";

/** The content of `model.json`, which describes the files beside it. */
export type ModelDescription = {
  name: string;
  dimension: number;
  pooling: Pooling;
  /** Maximum input in tokens, including both special tokens. */
  longestTokens: number;
  /** Prefix for texts of each role, as used in the model's training. */
  prefix: { question: string; passage: string };
  /** ISO 639-1 codes of the languages it knows; null if it knows many. */
  languages: string[] | null;
  /** SPDX identifier of the weights' license. */
  licence: string;
  /** Where the files came from. */
  source: string;
  /** SHA-256 of each file, as 64 hex digits. */
  files: Record<ModelFile, string>;
};

export const modelFiles = ["model.onnx", "tokenizer.json", "tokenizer_config.json", "config.json"] as const;
export type ModelFile = (typeof modelFiles)[number];

/** A model on disk, verified. `bytes` are the hashed bytes themselves, so nothing can change after the check. */
export type LoadedModel = ModelDescription & { bytes: Record<ModelFile, Uint8Array> };

/**
 * Reads a model's whole folder (tens of megabytes) and checks every file against the hash in `model.json`.
 * @throws EncoderError with a sentence that names the file
 */
export function readModel(folder: string): LoadedModel {
  const description = describe(folder);
  const read = (file: ModelFile) =>
    readDescribed(folder, file, description.files[file], "model.json", "Fetch the model again.");
  return {
    ...description,
    bytes: {
      "model.onnx": read("model.onnx"),
      "tokenizer.json": read("tokenizer.json"),
      "tokenizer_config.json": read("tokenizer_config.json"),
      "config.json": read("config.json"),
    },
  };
}

/**
 * Reads `model.json` alone, not the files.
 * @throws EncoderError with a sentence that names the problem
 */
export function describe(folder: string): ModelDescription {
  const path = join(folder, "model.json");
  let told: unknown;
  try {
    told = JSON.parse(readFile(folder, "model.json").toString("utf8"));
  } catch (error) {
    if (error instanceof EncoderError) throw error;
    throw new EncoderError(`${path} is not JSON.`, { cause: error });
  }
  const refuse = (what: string): never => {
    throw new EncoderError(`${path}: ${what}.`);
  };
  const fields = isRecord(told) ? told : refuse("it must contain an object");
  const text = (of: Record<string, unknown>, name: string): string => {
    const value = of[name];
    return typeof value === "string" ? value : refuse(`"${name}" must be a string`);
  };
  const whole = (name: string, most: number): number => {
    const value = fields[name];
    return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= most
      ? value
      : refuse(`"${name}" must be a whole number from 1 to ${most}`);
  };
  const record = (name: string): Record<string, unknown> => {
    const value = fields[name];
    return isRecord(value) ? value : refuse(`"${name}" must be an object`);
  };
  const hash = (file: ModelFile): string => {
    const value = text(record("files"), file);
    return /^[0-9a-f]{64}$/.test(value) ? value : refuse(`the SHA-256 of ${file} must be 64 hex digits`);
  };
  const languagesIn = ({ languages }: Record<string, unknown>): string[] | null => {
    if (languages === undefined || languages === null) return null;
    const isListed = Array.isArray(languages) && languages.every((code) => typeof code === "string");
    return isListed ? languages : refuse('"languages" must be a list of codes');
  };
  const pooling = text(fields, "pooling");
  const prefix = record("prefix");
  return {
    name: text(fields, "name"),
    dimension: whole("dimension", 4096),
    pooling: pooling === "mean" || pooling === "first" ? pooling : refuse('"pooling" must be mean or first'),
    longestTokens: whole("longestTokens", 8192),
    prefix: { question: text(prefix, "question"), passage: text(prefix, "passage") },
    languages: languagesIn(fields),
    licence: text(fields, "licence"),
    source: text(fields, "source"),
    files: {
      "model.onnx": hash("model.onnx"),
      "tokenizer.json": hash("tokenizer.json"),
      "tokenizer_config.json": hash("tokenizer_config.json"),
      "config.json": hash("config.json"),
    },
  };
}

/**
 * The name of a model's vector space: the same weights, tokens, pooling and prefixes give the same name. Replaced files
 * make another encoder, and texts encoded by the earlier one are encoded again.
 */
export function encoderName(model: ModelDescription): string {
  const { name, dimension, pooling, longestTokens, prefix, files } = model;
  const parts = [dimension, pooling, longestTokens, prefix.question, prefix.passage];
  const made = createHash("sha256").update(
    JSON.stringify([...parts, ...modelFiles.map((file) => files[file])]),
  );
  return `${name}@${made.digest("hex").slice(0, 12)}`;
}

/**
 * A file with this SHA-256.
 * @param describedBy the file that names the hash, and `cure` what to do about another file, both for the error
 * @throws EncoderError with a sentence that names the file
 */
export function readDescribed(
  folder: string,
  file: string,
  hash: string | undefined,
  describedBy: string,
  cure: string,
): Buffer {
  const bytes = readFile(folder, file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== hash)
    throw new EncoderError(
      `${join(folder, file)} is not the file that ${describedBy} describes: its SHA-256 is ${found} and should be ${hash}. ${cure}`,
    );
  return bytes;
}

/** @throws EncoderError */
export function readFile(folder: string, file: string): Buffer {
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    throw new EncoderError(`${join(folder, file)} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
