import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { lockFolder } from "#server/platform/database/lock.ts";
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
    makeFolder(folder);
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

/**
 * Claims the data folder for one process, where it holds the database. Servers with an external one share the work, and may
 * share the folder.
 * @returns a function that releases the folder
 * @throws ConfigError naming DATA_DIR, FolderHeldError naming the process that holds it
 */
export const holdDataFolder = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }) =>
  inDataFolder(dataDir, () => (databaseUrl === null ? lockFolder(dataDir) : () => undefined));

/** Node reports every refusal below a folder that is missing as "no such file": the first one is made by itself. */
function makeFolder(folder: string): void {
  let first = folder;
  while (!existsSync(dirname(first)) && dirname(first) !== first) first = dirname(first);
  if (!existsSync(first)) mkdirSync(first, { mode: 0o700 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
