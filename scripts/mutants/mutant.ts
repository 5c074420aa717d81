import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The smallest set of tests that should notice. */
export type Tests = { project: "unit" | "api" | "promises"; files: string[] };
export type Mutant = { name: string; file: string; change(text: string): string; tests: Tests };

export const root = join(import.meta.dirname, "../..");
export const read = (path: string) => readFileSync(join(root, path), "utf8");

export const access: Tests = { project: "unit", files: ["server/operation/start/access.test.ts"] };
export const rules: Tests = { project: "unit", files: ["server/promises/policies.test.ts"] };
export const fence: Tests = { project: "api", files: ["server/platform/database/fence.api.test.ts"] };

/** Replaces exactly one occurrence: a rewritten fence must be updated here. */
export const swap = (from: string, to: string) => (text: string) => {
  if (text.split(from).length !== 2) throw new Error(`'${from}' occurs ${text.split(from).length - 1} times`);
  return text.replace(from, () => to);
};
