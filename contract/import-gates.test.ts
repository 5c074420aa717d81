import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Imports that break the direction of the layers, planted one at a time next to the project's own lint rules. */
const forbidden: [file: string, imported: string][] = [
  ["web/reports/planted.ts", "#server/documents/store.ts"],
  ["web/reports/planted.ts", "../../server/documents/store.ts"],
  ["web/ui/planted.ts", "#contract/themes.ts"],
  ["web/ui/planted.ts", "#server/context.ts"],
  ["web/ui/planted.ts", "../themes/queries.ts"],
  ["contract/planted.ts", "kysely"],
  ["contract/planted.ts", "#server/context.ts"],
  ["contract/planted.ts", "../web/api.ts"],
  ["server/documents/planted.ts", "#web/ui/modal.tsx"],
  ["server/themes/planted.ts", "#server/documents/store.ts"],
  ["server/themes/planted.ts", "../documents/version-store.ts"],
  ["server/platform/planted.ts", "#server/themes/store.ts"],
  ["server/platform/planted.ts", "#contract/jobs.ts"],
  ["engine/rank/planted.ts", "#server/context.ts"],
  ["engine/planted.ts", "#contract/answers.ts"],
  ["engine/text/planted.ts", "zod"],
  ["engine/text/planted.ts", "#reading/split/split.ts"],
  ["reading/extract/planted.ts", "#server/errors.ts"],
  ["reading/planted.ts", "../server/documents/store.ts"],
  ["server/platform/queue/planted.ts", "#server/documents/upload.ts"],
  ["server/platform/database/planted.ts", "../../users/store.ts"],
];
const allowed: typeof forbidden = [
  ["web/reports/planted.ts", "#contract/themes.ts"],
  ["contract/planted.ts", "zod"],
  ["contract/planted.ts", "./values.ts"],
  ["server/platform/planted.ts", "#server/errors.ts"],
  ["server/themes/planted.ts", "#server/documents/shared-store.ts"],
  ["server/themes/planted.ts", "./store.ts"],
  ["reading/planted.ts", "#engine/index/segment.ts"],
  ["engine/rank/planted.ts", "#engine/text/analyze.ts"],
  ["server/platform/queue/planted.ts", "../database/database.ts"],
];

const root = join(import.meta.dirname, "..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "footnote-gates-"));
  // these rules do not use types, which would need the whole project
  const rules = readFileSync(join(root, ".oxlintrc.json"), "utf8").replace(
    '"typeAware": true',
    '"typeAware": false',
  );
  writeFileSync(join(folder, ".oxlintrc.json"), rules);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(file: string, imported: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { planted } from "${imported}";\nconsole.info(planted);\n`);
  const output = lintFolder();
  rmSync(path);
  return output;
}

function lintFolder(): string {
  const oxlint = join(root, "node_modules", ".bin", "oxlint");
  return spawnSync(oxlint, ["-c", ".oxlintrc.json"], { cwd: folder, encoding: "utf8" }).stdout;
}

test.each(forbidden)("%s cannot import %s", (file, imported) => {
  expect(lint(file, imported)).toContain("no-restricted-imports");
});

test.each(allowed)("%s may import %s", (file, imported) => {
  expect(lint(file, imported)).not.toContain("no-restricted-imports");
});

test.each(["import", "import type"])("two files cannot %s each other", (keyword) => {
  const files = ["a", "b"].map((name) => join(folder, "engine", `planted-${name}.ts`));
  mkdirSync(join(folder, "engine"), { recursive: true });
  const names = ["b", "a"];
  for (const [place, file] of files.entries())
    writeFileSync(
      file,
      `${keyword} { planted } from "./planted-${names[place]}.ts";\nexport type planted = typeof planted;\n`,
    );
  expect(lintFolder()).toContain("no-cycle");
  for (const file of files) rmSync(file);
});
