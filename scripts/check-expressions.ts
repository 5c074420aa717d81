import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { ensureTool } from "./ensure.mjs";

/**
 * `npm run expressions`: checks every regular expression of the product for super-linear backtracking, both literals and
 * those that modules build at load time. Exits with 1 if one is vulnerable or undecided. With `--all`, also those that are
 * listed as safe.
 */
const root = join(import.meta.dirname, "..");
const roots = ["contract", "engine", "reading", "server", "web", "seed"];
/**
 * Expressions built on each call, and why that is safe. All others must be built at load time, where this check sees them.
 */
const builtPerCall = new Map([
  ["engine/query/spelling/english-words.ts", "from the rules of a dictionary that ships with the product"],
]);
/**
 * No text matched at once is longer than 20,000 characters: a question has 4,000, a passage 1,200, a model's answer 8,000.
 * The checker stops at numbers of steps, at most 5,000 for each character, and at no time: a verdict depends on the
 * expression alone, also on a slow or busy machine.
 */
const limits = {
  maxAttackStringSize: 20_000,
  attackLimit: 100_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  timeout: null,
};

/** The folder of recheck, a program of 29 MB: needed only when an expression changes. */
const tool = "scripts/expressions";
type Recheck = {
  check(
    source: string,
    flags: string,
    within: typeof limits,
  ): Promise<
    | { status: "safe" }
    | { status: "vulnerable"; complexity: { summary: string } }
    | { status: "unknown"; error: { kind: string } }
  >;
};

type Found = { source: string; flags: string; places: Set<string> };
const found = new Map<string, Found>();
function add(source: string, flags: string, place: string): void {
  const key = `/${source}/${flags}`;
  const known = found.get(key) ?? { source, flags, places: new Set<string>() };
  known.places.add(place);
  found.set(key, known);
}

const files = roots.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.(?:test|check|gen|d)\.tsx?$/.test(file),
  ),
);
const buildsExpressions: string[] = [];
for (const file of files) {
  const text = readFileSync(join(root, file), "utf8");
  for (const { source, flags, start } of literalsOf(file, text))
    add(source, flags, `${file}:${text.slice(0, start).split("\n").length}`);
  if (text.includes("new RegExp(")) buildsExpressions.push(file);
}

const Native = globalThis.RegExp;
const builtIn = new Set<string>();
globalThis.RegExp = new Proxy(Native, {
  construct(target, [source, flags]: [string | RegExp, string | undefined]) {
    const expression = new target(source, flags);
    const place = callerOf(new Error("where").stack ?? "");
    if (place !== null) {
      builtIn.add(place.file);
      add(expression.source, expression.flags, `${place.file}:${place.line}`);
    }
    return expression;
  },
});
for (const file of buildsExpressions) await import(pathToFileURL(join(root, file)).href);
globalThis.RegExp = Native;

const unseen = buildsExpressions.filter((file) => !builtIn.has(file) && !builtPerCall.has(file));
for (const file of unseen)
  report("NOT SEEN", `${file} builds expressions from its input: match text instead`);

/**
 * Expressions that an earlier run found safe, by digest: checking all of them takes a minute and a half. The list belongs to
 * these limits and this version of recheck; `--all` ignores it.
 */
const list = join(root, tool, "safe.txt");
const known = new Set(process.argv.includes("--all") ? [] : readFileSync(list, "utf8").split("\n"));
const under = JSON.stringify([limits, readFileSync(join(root, tool, "package-lock.json"), "utf8")]);
const keyOf = ({ source, flags }: Found) =>
  createHash("sha256").update(`${under}/${source}/${flags}`).digest("hex").slice(0, 20);

/** Flags for a part of an expression: '(?-i:…)'. */
const modifier = /\(\?[ims]*-?[ims]+:/;

const queue = [...found.values()].filter(({ places }) => ![...places].every((place) => isTrusted(place)));
const safe = new Set<string>();
const counts = { safe: 0, vulnerable: 0, unknown: 0 };
async function work({ check }: Recheck): Promise<void> {
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { source, flags, places } = next;
    if (known.has(keyOf(next))) {
      counts.safe += 1;
      safe.add(keyOf(next));
      continue;
    }
    if (modifier.test(source)) {
      counts.unknown += 1;
      report(
        "MODIFIER",
        `${[...places].join(", ")}\n    V8 sometimes miscompiles it (pleasantries.ts): /${source}/`,
      );
      continue;
    }
    const verdict = await check(source, flags, limits);
    counts[verdict.status] += 1;
    if (verdict.status === "safe") {
      safe.add(keyOf(next));
      continue;
    }
    const why = verdict.status === "vulnerable" ? verdict.complexity.summary : verdict.error.kind;
    report(verdict.status.toUpperCase(), `${[...places].join(", ")}\n    ${why}: /${source}/${flags}`);
  }
}
if (queue.some((one) => !known.has(keyOf(one)))) {
  ensureTool(tool);
  const recheck = (await import(join(root, tool, "node_modules/recheck/lib/main.js"))) as Recheck;
  await Promise.all([work(recheck), work(recheck)]);
} else {
  counts.safe = queue.length;
  for (const one of queue) safe.add(keyOf(one));
}
const listed = `${[...safe].toSorted().join("\n")}\n`;
if (listed !== readFileSync(list, "utf8")) writeFileSync(list, listed);
process.stdout.write(
  `${found.size} expressions: ${counts.safe} safe, ${counts.vulnerable} vulnerable, ${counts.unknown} undecided\n`,
);
process.exit(counts.vulnerable + counts.unknown + unseen.length === 0 ? 0 : 1);

function report(kind: string, text: string): void {
  process.stdout.write(`${kind} ${text}\n`);
}

function isTrusted(place: string): boolean {
  return builtPerCall.has(place.replace(/:\d+$/, ""));
}

function* literalsOf(
  file: string,
  text: string,
): Generator<{ source: string; flags: string; start: number }> {
  const stack: unknown[] = [parseSync(file, text).program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, regex, start } = node as {
      type?: string;
      regex?: { pattern: string; flags: string } | null;
      start?: number;
    };
    if (type === "Literal" && regex != null)
      yield { source: regex.pattern, flags: regex.flags, start: start ?? 0 };
    stack.push(...Object.values(node));
  }
}

/** The module of ours that built an expression; null for packages. */
function callerOf(stack: string): { file: string; line: number } | null {
  for (const line of stack.split("\n").slice(2)) {
    const at = line.lastIndexOf("file://");
    if (at < 0) continue;
    const [, url = "", number = "0"] = /^(file:.*?):(\d+):\d+\)?$/.exec(line.slice(at)) ?? [];
    const file = url === "" ? "" : relative(root, fileURLToPath(url));
    return file.startsWith("node_modules") || file === "" ? null : { file, line: Number(number) };
  }
  return null;
}
