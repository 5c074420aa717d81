import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { EncoderError } from "../encoder.ts";
import type { CatalogedModel } from "./catalog.ts";
import { modelFiles } from "./model-folder.ts";

/** A host that stays silent this long is treated as unreachable. */
const silenceMs = 30_000;

type Options = {
  /** Called for each file before its download, or if the file already exists. */
  tell(line: string): void;
  /** Replaces the authors' host, for instance with a mirror. */
  host?: string;
};

/**
 * Downloads a model into `modelsFolder/<name>`. Every file is checked against its pinned hash before it gets its final
 * name, and `model.json` is written last, so an incomplete folder is never a model. Existing files are kept.
 * @returns the model's folder
 * @throws EncoderError with a sentence
 */
export async function fetchModel(
  model: CatalogedModel,
  modelsFolder: string,
  { tell, host }: Options,
): Promise<string> {
  const folder = join(modelsFolder, model.name);
  mkdirSync(folder, { recursive: true });
  const { paths, megabytes: _, ...description } = model;
  const source = host === undefined ? model.source : `${host}${new URL(model.source).pathname}`;
  for (const file of modelFiles) {
    const path = join(folder, file);
    if (existsSync(path) && hashOf(readFileSync(path)) === model.files[file]) {
      tell(`${file} already exists.`);
      continue;
    }
    tell(`Fetching ${file} from ${source}/${paths[file]}`);
    await fetchFile(`${source}/${paths[file]}`, path, model.files[file]);
  }
  writeFileSync(join(folder, "model.json"), `${JSON.stringify(description, null, 2)}\n`);
  return folder;
}

async function fetchFile(url: string, path: string, sha256: string): Promise<void> {
  const part = `${path}.part`;
  try {
    const found = await write(url, part);
    if (found !== sha256)
      throw new EncoderError(
        `${url} is not the pinned file: its SHA-256 is ${found} and should be ${sha256}. It was discarded.`,
      );
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Writes the response body to a file and returns its SHA-256. */
async function write(url: string, path: string): Promise<string> {
  const silence = new AbortController();
  const clock = setTimeout(() => silence.abort(), silenceMs);
  const hash = createHash("sha256");
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (!response.ok || response.body === null)
      throw new EncoderError(`${new URL(url).host} answered ${response.status} to ${url}.`);
    const file = createWriteStream(path);
    for await (const bytes of response.body) {
      clock.refresh();
      hash.update(bytes);
      if (!file.write(bytes)) await once(file, "drain");
    }
    file.end();
    await once(file, "close");
    return hash.digest("hex");
  } catch (error) {
    if (error instanceof EncoderError) throw error;
    const reason = silence.signal.aborted ? `no answer for ${silenceMs / 1000} seconds` : causeOf(error);
    throw new EncoderError(
      `${new URL(url).host} cannot be reached from here (${reason}). On a network without it, run this command elsewhere and copy the folder, or copy the files by hand: docs/running.md names them.`,
      { cause: error },
    );
  } finally {
    clearTimeout(clock);
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
