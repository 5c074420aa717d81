import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelDescription } from "#engine/models/onnx/model-folder.ts";

const vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "refund", "##s", "fee", "are", "due", "query", ":"];

/** A tokenizer of eleven words, in Hugging Face's format. */
export const smallTokenizer = {
  version: "1.0",
  added_tokens: [0, 1, 2, 3].map((id) => ({ id, content: vocabulary[id], special: true })),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};

/**
 * A stand-in for the package onnxruntime-node: its model turns each token into the vector (its number, its position), with the
 * latency given in the file `delay` beside it.
 */
const runtimeCode = `
const { readFileSync } = require("node:fs");
const delay = () => Number(readFileSync(__dirname + "/delay", "utf8"));
class Tensor {
  constructor(type, data, dims) { Object.assign(this, { type, data, dims }); }
}
async function create(weights) {
  if (new TextDecoder().decode(weights) !== "weights") throw new Error("no protobuf");
  return {
    inputNames: ["input_ids", "attention_mask"],
    outputNames: ["last_hidden_state"],
    async run({ input_ids }) {
      if (delay() < 0) process.exit(1);
      if (delay() > 0) await new Promise((resolve) => setTimeout(resolve, delay()));
      const ids = [...input_ids.data];
      const data = Float32Array.from(ids.flatMap((id, place) => [Number(id), place]));
      return { last_hidden_state: { data, dims: [1, ids.length, 2] } };
    },
    async release() {},
  };
}
module.exports = { Tensor, InferenceSession: { create } };
`;

/** A folder of models with a runtime and the model 'small'. */
export type LocalModels = {
  models: string;
  /** Of the model 'small'. */
  folder: string;
  /** Latency per text from now on; below 0 the thread crashes. */
  take(ms: number): void;
};

/** Writes a folder of models whose weights are a few bytes and whose runtime reads only those. */
export function writeModels(told: Partial<ModelDescription> = {}): LocalModels {
  const models = mkdtempSync(join(tmpdir(), "models-"));
  const runtime = join(models, "runtime", "node_modules", "onnxruntime-node");
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, "index.js"), runtimeCode);
  const take = (ms: number) => writeFileSync(join(runtime, "delay"), String(ms));
  take(0);
  const folder = join(models, "small");
  mkdirSync(folder);
  describeModel(folder, told);
  return { models, folder, take };
}

/** Writes the model's files and their `model.json`, also over existing ones, as an operator replaces a model. */
export function describeModel(folder: string, told: Partial<ModelDescription> = {}): void {
  const files = {
    "model.onnx": "weights",
    "tokenizer.json": JSON.stringify(smallTokenizer),
    "tokenizer_config.json": JSON.stringify({ tokenizer_class: "BertTokenizer" }),
    "config.json": "{}",
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const hashes = Object.entries(files).map(([file, text]) => [
    file,
    createHash("sha256").update(text).digest("hex"),
  ]);
  const description = {
    name: "small",
    dimension: 2,
    pooling: "mean",
    longestTokens: 8,
    prefix: { question: "", passage: "" },
    licence: "CC0-1.0",
    source: "this test",
    files: Object.fromEntries(hashes) as Record<string, string>,
    ...told,
  };
  writeFileSync(join(folder, "model.json"), JSON.stringify(description));
}
