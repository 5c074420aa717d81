import { defineConfig } from "oxlint";
import type { OxlintOverride } from "oxlint";
import { boundaries, isFile } from "./testing/boundaries.ts";

/** Parts whose folders are districts, and these folders of nouns. */
const districted = /^(?:server|web)\//;
/** Parts that make rows without a verb, and so may use any store. */
const makesRows = /^(?:seed|testing|bench)$/;
/** Deeper than any folder of the project. */
const deepest = 5;

/** Every folder imports what `boundaries` lists and nothing else; a relative import stays inside its noun. */
const gates = [...boundaries].flatMap(([folder, allowed]): OxlintOverride[] =>
  (isFile(folder) ? [folder] : filesByDepth(folder)).map((files, depth) => ({
    files: [files],
    excludeFiles: ["**/*.test.ts", "**/*.check.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: [
                "**",
                ...[folder, ...allowed].flatMap(specifiersOf),
                ...(makesRows.test(folder) ? [] : storesOf([folder, ...allowed])),
                "!./**",
                ...upTo(folder, depth),
                "#*/**/../**",
              ],
              message: `testing/boundaries.ts doesn't list this import for ${folder}; of another noun's stores, only shared-store.ts is open.`,
            },
          ],
        },
      ],
    },
  })),
);

function filesByDepth(folder: string): string[] {
  return Array.from({ length: deepest + 1 }, (_, depth) => `${folder}/${"*/".repeat(depth)}*.{ts,tsx,mjs}`);
}

/** Negations that allow the imports of a folder, file or package. */
function specifiersOf(name: string): string[] {
  if (name === "node:*") return ["!node:*", "!node:*/**"];
  if (boundaries.has(name) || isFile(name)) return isFile(name) ? [`!#${name}`] : [`!#${name}/**`];
  return [`!${name}`, `!${name}/**`];
}

/** A noun's stores are its own; others use its shared-store.ts or its verbs. */
function storesOf(names: string[]): string[] {
  const districts = names.filter((name) => name.startsWith("server/"));
  return [
    "#server/*/*/**/store.ts",
    "#server/*/*/**/*-store.ts",
    ...districts.map((name) => `!#${name}/*/**/shared-store.ts`),
  ];
}

/** Relative imports from this depth that stay inside the noun or, where there are no nouns, inside the folder. */
function upTo(folder: string, depth: number): string[] {
  const nested = districted.test(folder) ? depth - 1 : depth;
  return Array.from({ length: Math.max(nested, 0) }, (_, n) => `!${"../".repeat(n + 1)}[!.]*/**`).concat(
    Array.from({ length: Math.max(nested, 0) }, (_, n) => `!${"../".repeat(n + 1)}[!.]*`),
  );
}

export default defineConfig({
  plugins: ["typescript", "import", "react", "unicorn", "oxc", "promise"],
  categories: {
    correctness: "error",
    suspicious: "error",
  },
  options: {
    typeAware: true,
  },
  ignorePatterns: ["dist", "data", "web/routeTree.gen.ts", "server/platform/database/schema.gen.ts"],
  rules: {
    "import/no-cycle": [
      "error",
      {
        ignoreTypes: false,
      },
    ],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/no-useless-spread": "off",
    "no-unmodified-loop-condition": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/unbound-method": "off",
    "unicorn/prefer-add-event-listener": "off",
    "unicorn/require-post-message-target-origin": "off",
    "react/no-unstable-nested-components": "off",
    "typescript/consistent-return": "off",
    "promise/always-return": "off",
    "react/exhaustive-effect-dependencies": "off",
    "typescript/no-generated-empty-object-type": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "typescript/no-misused-spread": "off",
    "typescript/no-base-to-string": "off",
  },
  overrides: gates,
});
