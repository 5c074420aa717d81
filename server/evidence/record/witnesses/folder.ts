import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pemOf } from "../note.ts";
import { keyNameOf, nameOf, sizeOf, type Witness } from "./witness.ts";

/** A folder, such as a share that only accepts new files: one file per head, never overwritten. */
export function folderWitness(folder: string): Witness {
  return {
    name: `file:${folder}`,
    takes: "every head",
    mostAtOnce: 200,
    async put(heads) {
      for (const { stream, size, note, publicKey } of heads) {
        await writeOnce(join(folder, keyNameOf(publicKey)), pemOf(publicKey));
        await writeOnce(join(folder, nameOf(stream, size)), note);
      }
      return null;
    },
    reader: {
      async sizes(stream) {
        const names = await readdir(join(folder, String(stream))).catch((error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        });
        return names
          .map(sizeOf)
          .filter((size) => size !== null)
          .toSorted((a, b) => a - b);
      },
      note: (stream, size) => readFile(join(folder, nameOf(stream, size)), "utf8"),
    },
    close: () => undefined,
  };
}

/** Writes a new file, or keeps an existing one with the same content. */
async function writeOnce(path: string, text: string): Promise<void> {
  try {
    const file = await openNew(path);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const there = await readFile(path, "utf8");
    // a crash can leave an empty file
    if (there === "")
      throw new Error(`${path} is empty. Remove it, and it will be written again.`, { cause: error });
    if (rootLines(there) !== rootLines(text))
      throw new Error(`${path} already exists with different content. It was left unchanged.`, {
        cause: error,
      });
  }
}

async function openNew(path: string) {
  try {
    return await open(path, "wx", 0o444);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(path, "wx", 0o444);
  }
}

/** The content of a head without its signature: after a change of keys the same size may be signed again. */
const rootLines = (text: string) => text.split("\n").slice(0, 3).join("\n");
