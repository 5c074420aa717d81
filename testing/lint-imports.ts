import { dirname, join, normalize, relative } from "node:path";
import { boundaries, isFile } from "./boundaries.ts";

/**
 * The lint rule behind `boundaries.ts`: whatever names another module, in whatever form, is held against the list of its
 * folder. Lint's own rule for imports reads neither types (`import("…").Type`), templates, `require` nor paths that
 * leave a folder through another one.
 */

/** Parts that make rows without a verb, and so may use any store. */
const makesRows = /^(?:seed|testing|bench)\//;
const isStore = /^server\/[^/]+\/.+\/(?:[a-z-]+-)?store\.ts$/;
const parts = new Set([...boundaries.keys()].map((folder) => folder.split("/")[0]));
const isTest = /\.(?:test|check)\.ts$/;

/** Why a file may not name a module; null: it may. */
export function refusalOf(file: string, specifier: string): string | null {
  if (isTest.test(file) || !parts.has(file.split("/")[0] ?? "")) return null;
  const folder = within(file, boundaries.keys());
  if (folder === undefined) return "testing/boundaries.ts has no list for this folder";
  const allowed = boundaries.get(folder) ?? [];
  if (specifier.startsWith(".")) {
    const target = join(dirname(file), specifier);
    return within(target, [scopeOf(file, folder)]) === undefined
      ? `a relative import stays inside ${scopeOf(file, folder)}; elsewhere begin with #`
      : null;
  }
  const target = specifier.startsWith("#") ? specifier.slice(1) : null;
  if (target !== null && target !== normalize(target)) return "name the file without detours";
  const names = target === null ? allowed.filter((name) => !isOwn(name)) : [folder, ...allowed].filter(isOwn);
  if (within(target ?? specifier.replace(/^node:.*/, "node:*"), names) === undefined)
    return `testing/boundaries.ts doesn't list it for ${folder}`;
  if (
    target !== null &&
    isStore.test(target) &&
    !target.endsWith("/shared-store.ts") &&
    !makesRows.test(file)
  )
    return "of another noun's stores, only shared-store.ts is open";
  return null;
}

const isOwn = (name: string) => boundaries.has(name) || isFile(name);

/** The first of the folders that is, or holds, this file. */
function within(file: string, folders: Iterable<string>): string | undefined {
  for (const folder of folders) if (file === folder || file.startsWith(`${folder}/`)) return folder;
  return undefined;
}

/** Where relative imports of a file stay: its noun, or its folder where there are no nouns. */
function scopeOf(file: string, folder: string): string {
  if (isFile(folder)) return folder;
  return /^(?:server|web)\//.test(file) ? file.split("/").slice(0, -1).slice(0, 3).join("/") : folder;
}

type Node = {
  type: string;
  value?: unknown;
  source?: Node | null;
  expression?: Node;
  callee?: Node;
  object?: Node;
  property?: Node;
  name?: string;
  arguments?: Node[];
  elements?: Node[];
  quasis?: { value: { cooked: string | null } }[];
};
type Report = (found: { node: Node; message: string }) => void;

/** The text of a literal or of a template without values. */
function textOf(node: Node | null | undefined): string | null {
  if (typeof node?.value === "string") return node.value;
  return node?.quasis?.length === 1 ? (node.quasis[0]?.value.cooked ?? null) : null;
}

/** `require(…)`, `createRequire(…)(…)`, and `.resolve(…)` or `.glob(…)` of one of these or of `import.meta`. */
function loads(callee: Node | undefined): boolean {
  if (callee?.type === "MemberExpression")
    return (
      (callee.object?.type === "MetaProperty" || loads(callee.object)) &&
      /^(?:resolve|glob)$/.test(callee.property?.name ?? "")
    );
  return callee?.name === "require" || callee?.callee?.name === "createRequire";
}

function create(context: { filename: string; cwd: string; report: Report }) {
  const file = relative(context.cwd, context.filename);
  const check = (node: Node, specifier: string | null) => {
    const refusal = specifier === null ? null : refusalOf(file, specifier);
    if (refusal !== null) context.report({ node, message: `${file} may not use ${specifier}: ${refusal}.` });
  };
  const checkSource = (node: Node) => check(node, textOf(node.source));
  return {
    ImportDeclaration: checkSource,
    ExportNamedDeclaration: checkSource,
    ExportAllDeclaration: checkSource,
    ImportExpression: checkSource,
    TSImportType: checkSource,
    TSExternalModuleReference: (node: Node) => check(node, textOf(node.expression)),
    CallExpression(node: Node) {
      const [named] = node.arguments ?? [];
      if (loads(node.callee)) for (const one of named?.elements ?? [named]) check(node, textOf(one));
    },
    // a worker's file, or data
    NewExpression(node: Node) {
      const [path, base] = node.arguments ?? [];
      const text = textOf(path);
      if (node.callee?.name !== "URL" || text === null || base?.object?.type !== "MetaProperty") return;
      if (refusalOf(file, `./${text}`) !== null) check(node, `#${join(dirname(file), text)}`);
    },
  };
}

export default { meta: { name: "footnote" }, rules: { imports: { create } } };
