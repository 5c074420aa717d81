import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeModels } from "#testing/local-model.ts";
import { describe as describeModel, encoderName, readModel } from "./model-folder.ts";

test("names a missing file", () => {
  const { folder } = writeModels();
  rmSync(join(folder, "tokenizer.json"));
  expect(() => readModel(folder)).toThrow(`${join(folder, "tokenizer.json")} cannot be read (ENOENT).`);
});

test("rejects a folder without a valid model.json", () => {
  expect(() => describeModel("/nowhere")).toThrow("/nowhere/model.json cannot be read (ENOENT).");
  const { folder } = writeModels();
  writeFileSync(join(folder, "model.json"), "{");
  expect(() => describeModel(folder)).toThrow("model.json is not JSON.");
});

test.each([
  [{ dimension: 0 }, '"dimension" must be a whole number from 1 to 4096.'],
  [{ dimension: 1.5 }, '"dimension" must be a whole number from 1 to 4096.'],
  [{ longestTokens: -1 }, '"longestTokens" must be a whole number from 1 to 8192.'],
  [{ pooling: "sum" as "mean" }, '"pooling" must be mean or first.'],
  [{ name: 7 as unknown as string }, '"name" must be a string.'],
  [{ prefix: null as never }, '"prefix" must be an object.'],
  [{ languages: "en" as never }, '"languages" must be a list of codes.'],
  [{ files: { "model.onnx": "abc" } as never }, "the SHA-256 of model.onnx must be 64 hex digits."],
])("names an invalid value in model.json: %o", (told, message) => {
  const { folder } = writeModels(told);
  expect(() => describeModel(folder)).toThrow(message);
});

test("changes the encoder's name exactly when its vectors change", () => {
  const name = (told: Parameters<typeof writeModels>[0]) =>
    encoderName(describeModel(writeModels(told).folder));
  expect(name({})).toBe(name({ licence: "MIT", source: "elsewhere" }));
  const others = [
    { pooling: "first" as const },
    { longestTokens: 9 },
    { prefix: { question: "query: ", passage: "" } },
    { prefix: { question: "", passage: "query: " } },
  ].map(name);
  expect(new Set([name({}), ...others]).size).toBe(5);
});
