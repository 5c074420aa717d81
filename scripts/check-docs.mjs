import { globSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Checks that each file named or linked in docs and comments exists, that a decision stays short enough to read, and that
 * a decision names each dependency.
 */
const root = join(import.meta.dirname, "..");
const longestDecision = 80;
const roots = [
  "contract",
  "engine",
  "reading",
  "server",
  "web",
  "seed",
  "bench",
  "e2e",
  "scripts",
  "testing",
  "docs",
];
const named = new RegExp(
  String.raw`(?<![\w./#@-])(?:${roots.join("|")})/[\w./-]*[\w-]\.(?:tsx?|mjs|md|sql|css|jsonl?)(?![\w*])`,
  "g",
);
/** A link from a page to another file, without its anchor. */
const linked = /\]\((?!\w+:)([^)#\s]+)(?:#[^)\s]*)?\)/g;
/** Generated on demand, or dated notes about the code of their day. */
const isExempt = (path) => path.startsWith("docs/experiments/") || path.includes("node_modules");
/** Planted by tests, or written by a build. */
const isMade = (path) => /planted|9999-|\.gen\./.test(path);

const files = ["*.md", ...roots.map((folder) => `${folder}/**/*.{ts,tsx,mjs,md,css}`)]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((path) => !isExempt(path));
const faults = [];
for (const file of files) {
  const text = readFileSync(join(root, file), "utf8");
  for (const [path] of text.matchAll(named))
    if (!isMade(path) && !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)))
      faults.push(`${file} names ${path}, which does not exist.`);
  if (file.endsWith(".md"))
    for (const [, path] of text.matchAll(linked))
      if (!existsSync(join(root, dirname(file), path)))
        faults.push(`${file} links to ${path}, which does not exist.`);
  const lines = text.split("\n").length;
  if (file.startsWith("docs/decisions/") && lines > longestDecision)
    faults.push(`${file} has ${lines} lines; a decision has at most ${longestDecision}.`);
}
const decisions = globSync("docs/decisions/*.md", { cwd: root })
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
  if (!new RegExp(`(?<![\\w@/-])${name}(?![\\w/-])`).test(decisions))
    faults.push(`No file of docs/decisions says why there is ${name}.`);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
