import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeRuntime, writeModel } from "./fake-model.ts";
import { openOnnx } from "./onnx.ts";

const soon = Infinity;
const unit = ([x = 0, y = 0]: number[]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
const rounded = (vectors: Float32Array[]) => vectors.map((vector) => [...vector].map((n) => n.toFixed(4)));
const wanted = (vectors: number[][]) => vectors.map((vector) => unit(vector).map((n) => n.toFixed(4)));

test("a text's vector is the mean of its tokens' vectors, brought to length 1", async () => {
  const model = await openOnnx(writeModel(), fakeRuntime());
  // [CLS] fee ##s [SEP] are 2, 6, 5, 3 at places 0 to 3
  const vectors = await model.encode(["Fees", "fee"], "passage", soon);
  expect(rounded(vectors)).toEqual(
    wanted([
      [16, 6],
      [11, 3],
    ]),
  );
});

test("a model that was trained so gives the vector of its first token", async () => {
  const model = await openOnnx(writeModel({ pooling: "first" }), fakeRuntime());
  expect(rounded(await model.encode(["fees"], "passage", soon))).toEqual(wanted([[2, 0]]));
});

test("questions and passages are read with the prefixes that the model was trained with", async () => {
  const folder = writeModel({ prefix: { question: "query: ", passage: "" } });
  const model = await openOnnx(folder, fakeRuntime());
  const [asked] = await model.encode(["fee"], "question", soon);
  const [same] = await model.encode(["query: fee"], "passage", soon);
  const [other] = await model.encode(["fee"], "passage", soon);
  expect(asked).toEqual(same);
  expect(asked).not.toEqual(other);
});

test("text beyond the longest input is left out, the closing mark is not", async () => {
  const model = await openOnnx(writeModel({ longestTokens: 4 }), fakeRuntime());
  const long = await model.encode([`fee due ${"refund ".repeat(10_000)}`, "fee due"], "passage", soon);
  expect(long[0]).toEqual(long[1]);
});

test("a model that makes vectors of another length than its folder says is refused", async () => {
  await expect(openOnnx(writeModel({ dimension: 384 }), fakeRuntime())).rejects.toThrow(
    "small makes vectors of 2 numbers; its model.json says 384.",
  );
});

test("a file that was changed is named, with both hashes", async () => {
  const folder = writeModel();
  writeFileSync(join(folder, "model.onnx"), "other weights");
  await expect(openOnnx(folder, fakeRuntime())).rejects.toThrow(
    /model\.onnx is not the file that model\.json/,
  );
});

test("what nobody waits for any more is not encoded", async () => {
  const model = await openOnnx(writeModel(), fakeRuntime({ delayMs: 40 }));
  const began = Date.now();
  const many = Array.from({ length: 100 }, () => "fee");
  await expect(model.encode(many, "question", began + 60)).rejects.toThrow("small did not answer in time.");
  expect(Date.now() - began).toBeLessThan(1_000);
});
