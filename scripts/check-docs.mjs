import { globSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Checks that each file named or linked in docs and comments exists, that a decision stays at half a page and the front page
 * at its length, that the front page's figures are results, and that the list of dependencies or a decision names each one.
 */
const root = join(import.meta.dirname, "..");
/** Half a page: words outside of tables, and rows of the only table. */
const longestDecision = { words: 350, rows: 8 };
const longestReadme = { words: 900, lines: 120 };
const roots = [
  "contract",
  "engine",
  "reading",
  "server",
  "web",
  "seed",
  "spreadsheets",
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
  if (file.startsWith("docs/decisions/") && file !== "docs/decisions/README.md")
    faults.push(...excessOf(text).map((excess) => `${file} has ${excess}.`));
}

/** What makes a decision longer than half a page. */
function excessOf(text) {
  const tables = text.match(/(?:^\|.*\n?)+/gm) ?? [];
  // without the names of the columns and the line below them
  const rows = Math.max(0, ...tables.map((table) => table.trim().split("\n").length - 2));
  const words = text.replaceAll(/^\|.*$/gm, "").match(/\S+/g)?.length ?? 0;
  return [
    ...(words > longestDecision.words
      ? [`${words} words; a decision has at most ${longestDecision.words}`]
      : []),
    ...(rows > longestDecision.rows
      ? [`a table of ${rows} rows, and at most ${longestDecision.rows} are allowed`]
      : []),
    ...(tables.length > 1 ? [`${tables.length} tables; a decision has at most one`] : []),
  ];
}

const readme = readFileSync(join(root, "README.md"), "utf8");
const results = globSync("docs/results/*.md", { cwd: root })
  .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
  .map((line) => line.replaceAll(/(?<!\d)\.(?=\d)/g, "0."));
/** The numbers of a row, percentages as the shares that results have. */
const numbersOf = (row) =>
  [...row.matchAll(/(?<!\w)(\d[\d.]*)(%?)/g)].map(([, number, percent]) =>
    percent === "" ? number : (Number(number) / 100).toFixed(3),
  );
const { words = 0, lines } = { words: readme.match(/\S+/g)?.length, lines: readme.split("\n").length };
if (words > longestReadme.words || lines > longestReadme.lines)
  faults.push(
    `README.md has ${words} words in ${lines} lines; ${longestReadme.words} and ${longestReadme.lines} are allowed.`,
  );
const quality = readme.slice(readme.indexOf("## How good is it"));
for (const [row] of quality.slice(0, quality.indexOf("\n## ", 1)).matchAll(/^\|.*\d.*$/gm))
  if (!results.some((line) => numbersOf(row).every((number) => numbersIn(line).has(number))))
    faults.push(`README.md says ${row}, and no line of docs/results has these figures.`);

function numbersIn(line) {
  return new Set(line.match(/\d+(?:\.\d+)?/g));
}

const reasons = ["docs/dependencies.md", ...globSync("docs/decisions/*.md", { cwd: root })]
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
  if (!new RegExp(`(?<![\\w@/-])${name}(?![\\w/-])`).test(reasons))
    faults.push(`Neither docs/dependencies.md nor a decision says why there is ${name}.`);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
