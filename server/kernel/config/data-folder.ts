import { mkdirSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

const causes: Record<string, string> = {
  EROFS: "is on a read-only file system",
  EACCES: "may not be written by this user",
  EPERM: "may not be written by this user",
  ENOSPC: "is on a full disk",
  EDQUOT: "has reached its quota",
  ENOTDIR: "is not a folder",
  EEXIST: "is not a folder",
};

/**
 * Does a start's own work with files in the data folder, made if absent.
 * @throws ConfigError naming DATA_DIR, whatever the file system refuses
 */
export function inDataFolder<T>(folder: string, work: () => T): T {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return work();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    const cause = causes[code] ?? `cannot be used (${message})`;
    throw new ConfigError(
      `The folder ${folder} (DATA_DIR) ${cause}. Nothing was started, and what it holds is unchanged. Correct this, or name another folder in DATA_DIR.`,
      { cause: error },
    );
  }
}
