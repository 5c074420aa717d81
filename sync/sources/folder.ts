import { createReadStream } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { collect, FileGoneError, isHidden, withoutName, type Source, type SourceFile } from "../source.ts";

/** A folder with all folders below it. Links are not followed: they may lead out of it, or in a circle. */
export function folderSource(given: string): Source {
  const root = resolve(given);
  async function* listBelow(folder: string): AsyncGenerator<SourceFile> {
    for await (const entry of await opendir(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(entry.name)) continue;
      try {
        if (entry.isDirectory()) yield* listBelow(path);
        else if (entry.isFile()) {
          const { size, mtimeMs, ctimeMs } = await stat(join(root, path));
          yield { path, bytes: size, fingerprint: `${mtimeMs} ${ctimeMs} ${size}` };
        }
      } catch (error) {
        if (!isAbsent(error)) throw error;
        // Node writes this sign for bytes that are no text; anything else was removed since
        if (entry.name.includes("\uFFFD")) yield withoutName(path);
      }
    }
  }
  return {
    address: root,
    name: basename(root),
    list: () => listBelow(""),
    async read(path, mostBytes) {
      try {
        return await collect(createReadStream(join(root, path)), mostBytes);
      } catch (error) {
        if (isAbsent(error)) throw new FileGoneError(path);
        throw error;
      }
    },
  };
}

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
