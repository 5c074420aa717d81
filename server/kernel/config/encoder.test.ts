import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const dataDir = mkdtempSync(join(tmpdir(), "footnote-config-"));
const encoderOf = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }, []).encoder;

test("unless configured, the encoder that ships is used", () => {
  const shipped = { kind: "shipped" };
  expect(encoderOf({})).toEqual(shipped);
  expect(encoderOf({ ENCODER: "", MODELS_DIR: "/models" })).toEqual(shipped);
});

test("switched off, search uses words only, unless an endpoint is named", () => {
  expect(encoderOf({ ENCODER: "off" })).toBeNull();
  expect(encoderOf({ ENCODER: "off", EMBEDDINGS_MODEL: "text-embedding-3-small" })).toMatchObject({
    kind: "endpoint",
  });
});

test("a local model is a folder below MODELS_DIR, or below the data", () => {
  expect(encoderOf({ ENCODER: "small", MODELS_DIR: "/models" })).toEqual({
    kind: "local",
    folder: "/models/small",
  });
  expect(encoderOf({ ENCODER: "small" })).toEqual({
    kind: "local",
    folder: join(dataDir, "models", "small"),
  });
});

test.each([{ ENCODER: "../small" }, { ENCODER: "/small" }, { ENCODER: "a/b" }])(
  "a folder elsewhere is refused: %o",
  (env) => {
    expect(() => encoderOf(env)).toThrow(/must be the name of a folder in MODELS_DIR/);
  },
);

test("a local model and an endpoint together are refused", () => {
  expect(() => encoderOf({ ENCODER: "small", EMBEDDINGS_MODEL: "text-embedding-3-small" })).toThrow(
    /set only one of them/,
  );
});
