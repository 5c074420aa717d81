import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalog, makersHost, type CatalogedModel } from "./catalog.ts";
import { fetchModel } from "./fetch-model.ts";
import { modelFiles, readModel } from "./model-folder.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  if (request.url?.endsWith("gone")) return response.writeHead(404).end();
  return response.end(`bytes of ${request.url}`);
});
let host = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const hashAt = (path: string) => createHash("sha256").update(`bytes of /m/${path}`).digest("hex");
function modelAt(changes: Partial<CatalogedModel> = {}): CatalogedModel {
  const paths = { ...(catalog[0] as CatalogedModel).paths };
  const files = Object.fromEntries(modelFiles.map((file) => [file, hashAt(paths[file])]));
  const source = `${makersHost}/m`;
  return {
    ...(catalog[0] as CatalogedModel),
    name: "m",
    source,
    paths,
    files: files as never,
    ...changes,
  };
}
const newFolder = () => mkdtempSync(join(tmpdir(), "models-"));
const tell = () => undefined;

test("fetches a model that loads, and does not fetch existing files again", async () => {
  const models = newFolder();
  asked.length = 0;
  const folder = await fetchModel(modelAt(), models, { tell, host });
  expect(readModel(folder)).toMatchObject({ name: "m", dimension: 384 });
  expect(asked).toHaveLength(4);
  writeFileSync(join(folder, "config.json"), "damaged");
  await fetchModel(modelAt(), models, { tell, host });
  expect(asked).toHaveLength(5);
  expect(readModel(folder).name).toBe("m");
});

test("discards a file with the wrong hash and leaves no usable model", async () => {
  const models = newFolder();
  const { files } = modelAt();
  const wrong = modelAt({ files: { ...files, "tokenizer.json": "0".repeat(64) } });
  await expect(fetchModel(wrong, models, { tell, host })).rejects.toThrow(/is not the pinned file/);
  expect(readdirSync(join(models, "m"))).toEqual(["model.onnx"]);
});

test("names an unreachable host and an alternative", async () => {
  const { paths } = modelAt();
  const gone = modelAt({ paths: { ...paths, "model.onnx": "gone" } });
  const models = newFolder();
  await expect(fetchModel(gone, models, { tell, host })).rejects.toThrow(/answered 404/);
  await expect(fetchModel(modelAt(), models, { tell, host: "http://127.0.0.1:1" })).rejects.toThrow(
    /127\.0\.0\.1:1 cannot be reached from here \(.*\)\. On a network without it/,
  );
  expect(existsSync(join(models, "m", "model.json"))).toBe(false);
});

test("pins every model of the catalog to a revision and file hashes", () => {
  for (const { source, files } of catalog) {
    expect(source).toMatch(/^https:\/\/huggingface\.co\/[\w-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}$/);
    for (const file of modelFiles) expect(files[file]).toMatch(/^[0-9a-f]{64}$/);
  }
});
