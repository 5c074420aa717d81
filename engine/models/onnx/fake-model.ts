import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelDescription } from "./model-folder.ts";
import type { Runtime, Tensor } from "./runtime.ts";

const vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "refund", "##s", "fee", "are", "due", "query", ":"];

/** A tokenizer of eleven words, in the form that Hugging Face publishes them. */
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

/** Writes a model's folder whose weights are a few bytes: for tests with `fakeRuntime`. */
export function writeModel(told: Partial<ModelDescription> = {}, folder = newFolder()): string {
  mkdirSync(folder, { recursive: true });
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
  return folder;
}

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), "model-")), "small");
}

/** A runtime whose model makes of each token the vector (its number, its place). */
export function fakeRuntime({ delayMs = 0 } = {}): Runtime {
  class FakeTensor {
    readonly data: BigInt64Array;
    readonly dims: readonly number[];
    constructor(_type: "int64", data: BigInt64Array, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  }
  return {
    Tensor: FakeTensor,
    InferenceSession: {
      create: (weights) =>
        new TextDecoder().decode(weights) === "weights"
          ? Promise.resolve({
              inputNames: ["input_ids", "attention_mask"],
              outputNames: ["last_hidden_state"],
              async run({ input_ids: tokens }: Record<string, Tensor>) {
                if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
                const ids = [...((tokens as Tensor).data as BigInt64Array)];
                const data = Float32Array.from(ids.flatMap((id, place) => [Number(id), place]));
                return { last_hidden_state: { data, dims: [1, ids.length, 2] } };
              },
              release: () => Promise.resolve(),
            })
          : Promise.reject(new Error("no protobuf")),
    },
  };
}
