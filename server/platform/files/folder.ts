import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { newFileKey, type Files } from "./files.ts";
import { measure } from "./measure.ts";

/** Files in a folder: written to a temporary name, synced, then renamed, so that a name never shows a partial file. */
export function folderFiles(folder: string): Files {
  const incoming = join(folder, "incoming");
  mkdirSync(incoming, { recursive: true });
  removeAbandoned(incoming);
  return {
    async store(stream, maximum, key = newFileKey()) {
      const draft = join(incoming, randomUUID());
      const target = pathOf(folder, key);
      const meter = measure(maximum);
      try {
        // `start` forces positional writes, which nothing else here uses: the test of write errors can tell
        const to = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true, start: 0 });
        await pipeline(stream, meter, to);
        await mkdir(dirname(target), { recursive: true });
        await rename(draft, target);
        await syncFolder(dirname(target));
      } catch (error) {
        // a rename whose folder couldn't be synced may or may not survive: the file was never acknowledged, so it is
        // removed
        await Promise.allSettled([rm(draft, { force: true }), rm(target, { force: true })]);
        throw error;
      }
      return { key, ...meter.result() };
    },
    async read(key) {
      const path = pathOf(folder, key);
      await stat(path);
      return createReadStream(path);
    },
    async remove(key) {
      await rm(pathOf(folder, key), { force: true });
    },
    async *list(before) {
      for (const part of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        const keys = (await readdir(join(folder, part))).map((name) => `${part}/${name}`).filter(isKey);
        const old = await Promise.all(
          keys.map(async (key) => {
            const found = await stat(pathOf(folder, key)).catch(() => null);
            return found !== null && found.mtimeMs < before.getTime() ? key : null;
          }),
        );
        yield old.filter((key) => key !== null);
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Longer than any request lives; several servers may share a folder. */
const abandonedAfter = 24 * 60 * 60 * 1000;

/** Removes partial uploads left by a killed server. */
function removeAbandoned(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const draft = join(incoming, name);
    const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > abandonedAfter) rmSync(draft, { force: true });
  }
}

const isKey = (key: string) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key);

/** Keys are generated here; anything else is a mistake, and never a path. */
function pathOf(folder: string, key: string): string {
  if (!isKey(key)) throw new Error("not a file key");
  return join(folder, key);
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
