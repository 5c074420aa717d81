import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from "node:fs";

/**
 * Writes a private file that is complete or absent, also after a full disk or a power cut in between; of several writers,
 * the first one wins and the file of the others is not written.
 */
export function writeOnce(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    const file = openSync(draft, "w", 0o600);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
