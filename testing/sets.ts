import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Sets that others published and that are no part of the repository: `attacks/`, `bench/`, `corpus/` and `spec/` below the
 * folder that the variable TEST_SETS names (bench/README.md).
 */
const folder = process.env.TEST_SETS;

/** The path of a set's file or folder; null if it isn't there, and then says what is left out. */
export function setAt(path: string, leftOut: string): string | null {
  const at = folder === undefined ? null : join(folder, path);
  if (at !== null && existsSync(at)) return at;
  process.stderr.write(`Left out: ${leftOut} (no ${path} in the folder that TEST_SETS names).\n`);
  return null;
}

/**
 * The folder of a bench's data: the given one, or a set's.
 * @throws Error if there is none, with what to do
 */
export function dataAt(path: string, given: string | undefined): string {
  const at = given ?? (folder === undefined ? undefined : join(folder, path));
  if (at === undefined)
    throw new Error(
      "This bench needs sets from outside: name their folder with --data, or with TEST_SETS the folder of all.",
    );
  if (!existsSync(at)) throw new Error(`There is no folder ${at}. Name one with --data or TEST_SETS.`);
  return at;
}
