import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

/** What the last look at a file found. */
const Known = z.object({
  path: z.string(),
  fingerprint: z.string(),
  sha256: z.string(),
  refused: z.string().optional().describe("The server's reason not to take these bytes"),
  mayChange: z.boolean().optional().describe("Whether the server may take the same bytes in the next run"),
});
export type Known = z.output<typeof Known>;

/**
 * Remembers the hash of each file under its fingerprint, so that only changed files are read. It is only a memory: what
 * the theme has is asked of the server. One JSON line per file, appended as soon as it is known.
 */
export function openState(file: string) {
  const known = new Map<string, Known>();
  mkdirSync(dirname(file), { recursive: true });
  for (const line of read(file).split("\n")) {
    // the last line may be cut off by an interruption
    const parsed = Known.safeParse(parse(line));
    if (parsed.success) known.set(parsed.data.path, parsed.data);
  }
  return {
    of: (path: string): Known | undefined => known.get(path),
    keep(one: Known): void {
      known.set(one.path, one);
      appendFileSync(file, `${JSON.stringify(one)}\n`, { mode: 0o600 });
    },
    /** Forgets all other files. */
    compact(paths: Set<string>): void {
      const lines = [...known.values()]
        .filter(({ path }) => paths.has(path))
        .map((one) => `${JSON.stringify(one)}\n`);
      writeFileSync(`${file}.new`, lines.join(""), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
export type State = ReturnType<typeof openState>;

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
