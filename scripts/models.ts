import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { EncoderError } from "#engine/models/encoder.ts";
import { catalog } from "#engine/models/onnx/catalog.ts";
import { fetchModel } from "#engine/models/onnx/fetch-model.ts";
import { encoderName, readModel } from "#engine/models/onnx/model-folder.ts";
import { openOnnx } from "#engine/models/onnx/onnx.ts";
import { loadRuntime, runtimeBeside } from "#engine/models/onnx/runtime.ts";

// `npm run models -- list | add NAME | check [NAME or FOLDER]`: manages local models; nothing else ever downloads them.

const modelsFolder = resolve(process.env.MODELS_DIR ?? join(process.env.DATA_DIR ?? "data", "models"));
const say = (line: string) => process.stdout.write(`${line}\n`);
const usage = "npm run models -- list | add NAME | check NAME-OR-FOLDER";

try {
  const [command, given] = process.argv.slice(2);
  if (command === "list") list();
  else if (command === "add" && given !== undefined) await add(given);
  else if (command === "check" && given !== undefined) await check(folderOf(given));
  else throw new EncoderError(usage);
} catch (error) {
  if (!(error instanceof EncoderError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function list(): void {
  say(`Models in ${modelsFolder}:`);
  for (const { name, dimension, licence, megabytes } of catalog) {
    const isHere = existsSync(join(modelsFolder, name, "model.json"));
    say(
      `${isHere ? "here   " : "absent "} ${name.padEnd(20)} ${dimension} numbers, ${megabytes} MB, ${licence}`,
    );
  }
}

async function add(name: string): Promise<void> {
  const model = catalog.find((known) => known.name === name);
  if (model === undefined)
    throw new EncoderError(
      `The catalog has no ${name}. It has ${catalog.map((known) => known.name).join(", ")}.`,
    );
  await check(await fetchModel(model, modelsFolder, { tell: say }));
  say(
    `Start the program with ENCODER=${name}${process.env.MODELS_DIR ? ` MODELS_DIR=${modelsFolder}` : ""}.`,
  );
}

/** Checks the files against their hashes, and encodes a text. */
async function check(folder: string): Promise<void> {
  const model = readModel(folder);
  say(`${folder}: all files match model.json (${encoderName(model)}).`);
  const opened = await openOnnx(folder, loadRuntime(runtimeBeside(folder)));
  const began = performance.now();
  await opened.encode(["How many days does a customer have to return a product?"], "question", Infinity);
  say(`A question takes ${(performance.now() - began).toFixed(0)} ms on this machine.`);
}

function folderOf(given: string): string {
  return existsSync(join(given, "model.json")) ? resolve(given) : join(modelsFolder, given);
}
