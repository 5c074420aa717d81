import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeModels } from "#testing/local-model.ts";
import { openOnnx } from "./onnx.ts";
import { loadRuntime, runtimeBeside, runtimeFolder } from "./runtime.ts";

const soon = Infinity;
async function open(told: Parameters<typeof writeModels>[0] = {}) {
  const { models, folder, take } = writeModels(told);
  const model = await openOnnx(folder, loadRuntime(join(models, "runtime")));
  return { ...model, take };
}
const unit = ([x = 0, y = 0]: number[]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
const rounded = (vectors: Float32Array[]) => vectors.map((vector) => [...vector].map((n) => n.toFixed(4)));
const wanted = (vectors: number[][]) => vectors.map((vector) => unit(vector).map((n) => n.toFixed(4)));

test("pools by the mean of the tokens' vectors, normalized", async () => {
  const model = await open();
  // [CLS] fee ##s [SEP] are 2, 6, 5, 3 at places 0 to 3
  const vectors = await model.encode(["Fees", "fee"], "passage", soon);
  expect(rounded(vectors)).toEqual(
    wanted([
      [16, 6],
      [11, 3],
    ]),
  );
});

test("pools by the first token when the model says so", async () => {
  const model = await open({ pooling: "first" });
  expect(rounded(await model.encode(["fees"], "passage", soon))).toEqual(wanted([[2, 0]]));
});

test("puts the model's prefixes before questions and passages", async () => {
  const model = await open({ prefix: { question: "query: ", passage: "" } });
  const [asked] = await model.encode(["fee"], "question", soon);
  const [same] = await model.encode(["query: fee"], "passage", soon);
  const [other] = await model.encode(["fee"], "passage", soon);
  expect(asked).toEqual(same);
  expect(asked).not.toEqual(other);
});

test("truncates long input and keeps the closing token", async () => {
  const model = await open({ longestTokens: 4 });
  const long = await model.encode([`fee due ${"refund ".repeat(10_000)}`, "fee due"], "passage", soon);
  expect(long[0]).toEqual(long[1]);
});

test("rejects a model whose vectors have another length than declared", async () => {
  await expect(open({ dimension: 384 })).rejects.toThrow(
    "small makes vectors of 2 numbers; its model.json says 384.",
  );
});

test("names a changed file with both hashes", async () => {
  const { models, folder } = writeModels();
  writeFileSync(join(folder, "model.onnx"), "other weights");
  await expect(openOnnx(folder, loadRuntime(join(models, "runtime")))).rejects.toThrow(
    /model\.onnx is not the file that model\.json/,
  );
});

test("does not encode texts of canceled calls", async () => {
  const model = await open();
  model.take(40);
  const began = Date.now();
  const many = Array.from({ length: 100 }, () => "fee");
  await expect(model.encode(many, "question", began + 60)).rejects.toThrow("small did not answer in time.");
  expect(Date.now() - began).toBeLessThan(1_000);
});

test("explains how to install the runtime when it is missing", () => {
  expect(() => loadRuntime("/nowhere")).toThrow(/cannot be loaded from \/nowhere .*'npm install'/);
});

test("takes the runtime beside the models if there is one", () => {
  expect(runtimeBeside(writeModels().folder)).toMatch(/models-.*\/runtime$/);
  expect(runtimeBeside("/nowhere/small")).toBe(runtimeFolder);
});
