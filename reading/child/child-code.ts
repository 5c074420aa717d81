import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = join(FOLDER, "../..");
/** A child reads, splits, tags and builds the index segment. */
const FOLDERS = ["reading", "engine"].map((folder) => join(ROOT, folder));
let stripped: Promise<string> | null = null;

/**
 * The child's modules with their types already stripped, as JSON by URL. Without it, Node strips them again in every child,
 * which takes 60 of the 190 ms that a child needs for a small PDF (measured). This file does it once, run as a program: the
 * function prints an experimental warning, which doesn't belong in the server's log.
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

/** Every module that `child.ts` can load, now or later, and nothing else of the folders. */
function stripAll(): string {
  const sources = new Map<string, string>();
  for (const folder of FOLDERS)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".ts") && !/\.(test|check|d)\.ts$/.test(name))
        sources.set(pathToFileURL(join(folder, name)).href, join(folder, name));
  const code: Record<string, string> = {};
  const add = (url: string) => {
    const path = sources.get(url);
    if (path === undefined || code[url] !== undefined) return;
    const source = stripTypeScriptTypes(readFileSync(path, "utf8"));
    code[url] = source;
    for (const [, specifier = ""] of source.matchAll(/(?:from|import|import\()\s*"([^"]+)"/g))
      if (/^[.#]/.test(specifier)) add(resolve(specifier, url));
  };
  for (const entry of ["child.ts", "render-child.ts", "crop-child.ts", "child-limits.ts"])
    add(pathToFileURL(join(FOLDER, entry)).href);
  return JSON.stringify({ root: pathToFileURL(`${ROOT}/`).href, code });
}

/** Mirrors package.json's "imports": `#engine/x.ts` is below the root. */
function resolve(specifier: string, from: string): string {
  return specifier.startsWith("#")
    ? new URL(specifier.slice(1), pathToFileURL(`${ROOT}/`)).href
    : new URL(specifier, from).href;
}

/** File descriptor on which a child receives the stripped modules. */
const CODE_DESCRIPTOR = 3;

/** Plain JavaScript that a child runs first: a module loader hook that serves the stripped modules. */
export const CODE_LOADER = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
const { root, code } = JSON.parse(readFileSync(${CODE_DESCRIPTOR}, "utf8"));
const urlOf = (specifier, from) =>
  specifier[0] === "#" ? new URL(specifier.slice(1), root).href
  : specifier[0] === "." && from !== undefined ? new URL(specifier, from).href : specifier;
registerHooks({
  resolve(specifier, context, next) {
    const url = urlOf(specifier, context.parentURL);
    return Object.hasOwn(code, url) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load: (url, context, next) =>
    Object.hasOwn(code, url) ? { format: "module", source: code[url], shortCircuit: true } : next(url, context),
});
`)}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(stripAll());
