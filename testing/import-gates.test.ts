import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../oxlint.config.ts";
import { boundaries, isFile } from "./boundaries.ts";

const root = join(import.meta.dirname, "..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "footnote-gates-"));
  // these rules do not use types, which would need the whole project
  const options = { ...config.options, typeAware: false };
  const rules = {
    ...config,
    options,
    jsPlugins: config.jsPlugins.map((path) => join(root, path)),
  };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(rules));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Planted = { file: string; statement: string };
type Finding = { filename: string; code: string; labels: { span: { line: number } }[] };

/** Plants all statements and lints once. @returns those that the rule refuses */
function refusedOf(rule: string, planted: Planted[]): Planted[] {
  const byFile = Map.groupBy(planted, ({ file }) => file);
  for (const [file, statements] of byFile) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), statements.map(({ statement }) => statement).join("\n"));
  }
  const oxlint = join(root, "node_modules", ".bin", "oxlint");
  const { stdout } = spawnSync(oxlint, ["-c", ".oxlintrc.json", "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  for (const file of byFile.keys()) rmSync(join(folder, file));
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
  const lines = new Set(
    diagnostics
      .filter(({ code }) => code.includes(rule))
      .map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`),
  );
  return [...byFile.values()].flatMap((statements) =>
    statements.filter(({ file }, n) => lines.has(`${file}:${n + 1}`)),
  );
}

const importing = (name: string) => `export { planted } from "${name}";`;
const isOwn = (name: string) => boundaries.has(name) || isFile(name);

/** A specifier for a folder, a file or a package, as code names it. */
function specifierOf(name: string): string {
  if (name === "node:*") return "node:fs";
  if (!isOwn(name)) return name;
  return isFile(name) ? `#${name}` : `#${name}/noun/planted.ts`;
}

/** Where a file of this folder may lie: in it, in a noun's folder, and below. */
const filesIn = (name: string) =>
  isFile(name) ? [name] : ["", "noun/", "noun/inside/"].map((depth) => `${name}/${depth}planted.ts`);

const targets = [...new Set([...boundaries.keys(), ...[...boundaries.values()].flat()])];

/** A single file may lie in a folder that is allowed as a whole. */
const isAmong = (to: string, folders: readonly string[]) =>
  folders.some((folder) => to === folder || to.startsWith(`${folder}/`));

function pairs(isListed: boolean): Planted[] {
  return [...boundaries].flatMap(([from, allowed]) =>
    targets
      .filter((to) => to !== from && isAmong(to, [from, ...allowed]) === isListed)
      .flatMap((to) => filesIn(from).map((file) => ({ file, statement: importing(specifierOf(to)) }))),
  );
}

test("no folder imports another, a file or a package that its list lacks", () => {
  const planted = pairs(false);
  expect(planted.length).toBeGreaterThan(5_000);
  const refused = new Set(refusedOf("footnote(imports)", planted));
  expect(planted.filter((one) => !refused.has(one))).toEqual([]);
});

test("every folder imports what its list has", () => {
  expect(refusedOf("footnote(imports)", pairs(true))).toEqual([]);
});

test("a relative import stays inside its noun, or inside a folder without nouns", () => {
  const refused = [
    ["web/ui/planted.ts", "../kernel/api.ts"],
    ["web/ui/planted.ts", "../main.tsx"],
    ["web/answering/reports/planted.ts", "../../../server/knowledge/documents/store.ts"],
    ["web/answering/reports/planted.ts", "../reviews/queries.ts"],
    ["contract/kernel/planted.ts", "../identity/users.ts"],
    ["server/identity/sign-on/saml/planted.ts", "../../themes/store.ts"],
    ["server/knowledge/themes/planted.ts", "../documents/shared-store.ts"],
    ["server/platform/planted.ts", "../knowledge/themes/change.ts"],
    ["server/platform/database/planted.ts", "../errors.ts"],
    ["engine/planted.ts", "../contract/answering/answers.ts"],
    ["reading/extract/pdf/planted.ts", "../../../server/platform/errors.ts"],
    ["server/http/planted.ts", "#server/http/../identity/users/policy.ts"],
  ].map(([file = "", name = ""]) => ({ file, statement: importing(name) }));
  const allowed = [
    ["web/answering/reports/planted.ts", "./queries.ts"],
    ["server/identity/sign-on/saml/planted.ts", "../store.ts"],
    ["server/identity/sign-on/saml/planted.ts", "./addresses.ts"],
    ["reading/extract/pdf/planted.ts", "../text.ts"],
    ["engine/rank/planted.ts", "../text/analyze.ts"],
    ["contract/kernel/planted.ts", "./values.ts"],
  ].map(([file = "", name = ""]) => ({ file, statement: importing(name) }));
  expect(refusedOf("footnote(imports)", [...refused, ...allowed])).toEqual(refused);
});

let names = 0;
/** Every way to name another file, as statements that may stand in one file. */
const formsOf = (path: string): string[] =>
  [
    `import "${path}";`,
    `import type { Row as NAME } from "${path}";`,
    `import NAME from "${path}" with { type: "json" };`,
    `import NAME = require("${path}");`,
    `export { planted as NAME } from "${path}";`,
    `export * from "${path}";`,
    `export type NAME = import("${path}").Row;`,
    `export type NAME = typeof import("${path}");`,
    `export const NAME = await import("${path}");`,
    `export const NAME = await import(\`${path}\`);`,
    `export const NAME = require("${path}");`,
    `export const NAME = createRequire(import.meta.url)("${path}");`,
    `export const NAME = createRequire(import.meta.url).resolve("${path}");`,
    `export const NAME = import.meta.resolve("${path}");`,
    `export const NAME = import.meta.glob(["${path}"]);`,
  ].map((form) => form.replace("NAME", `name${++names}`));

test("another folder, a package and another noun's store are refused in every form of import", () => {
  const refused = [
    ...["server/identity/users/planted.ts", "server/operation/planted.ts"].flatMap((file) =>
      ["store.ts", "saml/assertion-store.ts"].map((store) => [file, `#server/identity/sign-on/${store}`]),
    ),
    ["web/ui/planted.ts", "#server/identity/users/policy.ts"],
    ["web/ui/planted.ts", "./../kernel/api.ts"],
    ["web/ui/planted.mts", "./noun/../../kernel/api.ts"],
    ["web/ui/a/b/c/d/e/f/planted.tsx", "#engine/text/analyze.ts"],
    ["web/main.tsx", "./operation/help/help.tsx"],
    ["web/planted/planted.ts", "#web/ui/button.tsx"],
    ["engine/planted.mts", "zod"],
    ["engine/planted.ts", "fs"],
    ["engine/rank/planted.ts", "footnote/server/platform/errors.ts"],
    ["contract/planted.ts", "#contract/kernel/values.ts"],
    ["reading/planted.ts", join(root, "server/platform/errors.ts")],
    ["spreadsheets/planted.ts", "file:///server/platform/errors.ts"],
  ].flatMap(([file = "", path = ""]) => formsOf(path).map((statement) => ({ file, statement })));
  const worker = `export const worker = new URL("../documents/store.ts", import.meta.url);`;
  refused.push({ file: "server/knowledge/themes/planted.ts", statement: worker });
  const allowed = formsOf("#server/identity/sign-on/shared-store.ts").map((statement) => ({
    file: "server/knowledge/tags/planted.ts",
    statement,
  }));
  expect(refusedOf("footnote(imports)", [...refused, ...allowed])).toEqual(refused);
});

test.each(["import", "import type"])("two files cannot %s each other", (keyword) => {
  const files = ["a", "b"].map((name, n) => ({
    file: `engine/planted-${name}.ts`,
    statement: `${keyword} { planted } from "./planted-${["b", "a"][n]}.ts";\nexport type planted = typeof planted;`,
  }));
  expect(refusedOf("no-cycle", files)).toEqual(files);
});
