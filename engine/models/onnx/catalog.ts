import type { ModelDescription, ModelFile } from "./model-folder.ts";

/** A model known to work here: the content of its `model.json`, and where its files are. */
export type CatalogedModel = ModelDescription & {
  /** Path of each file below `source`. */
  paths: Record<ModelFile, string>;
  megabytes: number;
};

/** Host where authors publish weights; the `source` of each model begins with it. */
export const makersHost = "https://huggingface.co";

const paths = {
  "model.onnx": "onnx/model_quantized.onnx",
  "tokenizer.json": "tokenizer.json",
  "tokenizer_config.json": "tokenizer_config.json",
  "config.json": "config.json",
};
const tokenizerConfig = "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3";

/**
 * As of 2026-11-23. A revision never changes; a newer one is another model with other hashes. Weights are int8: a quarter
 * of the memory, and two to three times the speed of 32-bit floats on processors with int8 instructions.
 */
export const catalog: readonly CatalogedModel[] = [
  {
    name: "all-MiniLM-L6-v2",
    dimension: 384,
    pooling: "mean",
    longestTokens: 256,
    prefix: { question: "", passage: "" },
    languages: ["en"],
    licence: "Apache-2.0",
    source: `${makersHost}/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9`,
    files: {
      "model.onnx": "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      "tokenizer.json": "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
      "tokenizer_config.json": tokenizerConfig,
      "config.json": "7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7",
    },
    paths,
    megabytes: 24,
  },
  {
    name: "bge-small-en-v1.5",
    dimension: 384,
    pooling: "first",
    longestTokens: 512,
    prefix: { question: "Represent this sentence for searching relevant passages: ", passage: "" },
    languages: ["en"],
    licence: "MIT",
    source: `${makersHost}/Xenova/bge-small-en-v1.5/resolve/ea104dacec62c0de699686887e3f920caeb4f3e3`,
    files: {
      "model.onnx": "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
      "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
      "tokenizer_config.json": tokenizerConfig,
      "config.json": "fa73f90bf92c8cace1fbcb709626306f2bdbc9ea3e5b5f94b440df9b6aa56350",
    },
    paths,
    megabytes: 35,
  },
];
