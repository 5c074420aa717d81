import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const FOLDER = dirname(fileURLToPath(import.meta.url));
let stripped: Promise<string> | null = null;

/**
 * The modules of this folder with their types already stripped, as JSON by URL. Node would strip them anew in every
 * child, which is 60 of the 190 ms that a child needs for a small PDF (measured). Done once, by this file run as a
 * program: the function warns that it is experimental, and the server's log is no place for that.
 */
export function childCode(): Promise<string> {
  stripped ??= promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", fileURLToPath(import.meta.url)],
    { env: {}, maxBuffer: MAX_CODE_BYTES },
  ).then(({ stdout }) => stdout);
  return stripped;
}

const MAX_CODE_BYTES = 4 * 1024 * 1024;

function stripAll(): string {
  const code: Record<string, string> = {};
  for (const name of readdirSync(FOLDER)) {
    if (!name.endsWith(".ts") || /\.(test|check|d)\.ts$/.test(name)) continue;
    const path = join(FOLDER, name);
    code[pathToFileURL(path).href] = stripTypeScriptTypes(readFileSync(path, "utf8"));
  }
  return JSON.stringify(code);
}

/** File descriptor on which a child is handed the stripped modules. */
const CODE_DESCRIPTOR = 3;

/** Plain JavaScript that a child runs first: it serves the stripped modules to its own module loader. */
export const CODE_LOADER = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
const code = JSON.parse(readFileSync(${CODE_DESCRIPTOR}, "utf8"));
registerHooks({
  load: (url, context, next) =>
    Object.hasOwn(code, url) ? { format: "module", source: code[url], shortCircuit: true } : next(url, context),
});
`)}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(stripAll());
