import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fenceMutants } from "./mutants/fences.ts";
import { read, root, type Mutant, type Tests } from "./mutants/mutant.ts";
import { endpointMutants, ruleMutants, tableMutants } from "./mutants/read-from-sources.ts";

/**
 * Switches every fence off, one at a time, in a copy of the sources, and runs the smallest set of tests that should
 * notice. Prints each as caught or NOT CAUGHT and ends with N of N; anything else is a failure.
 *   node scripts/mutate-policies.ts [part of a name]
 *   node scripts/mutate-policies.ts --check     only says whether each place is still found (part of verify)
 */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "footnote-mutants-"));
  for (const name of [
    "bench",
    "contract",
    "docs",
    "engine",
    "reading",
    "scripts",
    "seed",
    "server",
    "testing",
    "verifier",
    "web",
    "package.json",
    "vitest.config.ts",
    "tsconfig.json",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  // hard links where possible: the processes that read files may access only this folder
  const linked = spawnSync("cp", ["-al", join(root, "node_modules"), join(folder, "node_modules")]);
  if (linked.status !== 0)
    cpSync(join(root, "node_modules"), join(folder, "node_modules"), { recursive: true });
  return folder;
}

function run(folder: string, { project, files }: Tests): boolean {
  const done = spawnSync(
    process.execPath,
    [join(folder, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", "--project", project, ...files],
    { cwd: folder, env: { ...process.env, CI: "1" }, encoding: "utf8", timeout: 300_000 },
  );
  return done.status === 0;
}

const isCheck = process.argv[2] === "--check";
const wanted = isCheck ? "" : (process.argv[2] ?? "");
const kinds: Record<string, Mutant[]> = {
  fences: fenceMutants,
  rules: ruleMutants(),
  tables: tableMutants(),
  endpoints: endpointMutants(),
};
for (const [kind, found] of Object.entries(kinds))
  if (found.length === 0) throw new Error(`No ${kind} were found in the sources: have their files moved?`);
const mutants = Object.values(kinds)
  .flat()
  .filter(({ name }) => name.includes(wanted));
if (isCheck) {
  const lost = mutants.flatMap(({ name, file, change }) => {
    try {
      const text = file.endsWith("9999-mutant.sql") ? "" : read(file);
      return change(text) === text ? [`${name}: changes nothing`] : [];
    } catch (error) {
      return [`${name}: ${file}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  process.stdout.write(lost.map((line) => `${line}\n`).join(""));
  process.exit(lost.length === 0 ? 0 : 1);
}
const folder = copySources();
let caught = 0;
try {
  const sets = new Map(mutants.map(({ tests }) => [tests.files.join(), tests]));
  for (const tests of sets.values())
    if (!run(folder, tests)) throw new Error(`${tests.files.join()} fails before anything is switched off`);
  for (const { name, file, change, tests } of mutants) {
    const path = join(folder, file);
    const isNew = file.endsWith("9999-mutant.sql");
    const before = isNew ? "" : readFileSync(path, "utf8");
    writeFileSync(path, change(before));
    const survived = run(folder, tests);
    if (isNew) rmSync(path);
    else writeFileSync(path, before);
    if (!survived) caught += 1;
    process.stdout.write(`${survived ? "NOT CAUGHT" : "caught    "}  ${name}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${caught} of ${mutants.length} caught\n`);
process.exit(caught === mutants.length ? 0 : 1);
