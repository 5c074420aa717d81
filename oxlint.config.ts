import { defineConfig } from "oxlint";

export default defineConfig({
  plugins: ["typescript", "import", "react", "unicorn", "oxc", "promise"],
  jsPlugins: ["./testing/lint-imports.ts"],
  categories: {
    correctness: "error",
    suspicious: "error",
  },
  options: {
    typeAware: true,
  },
  ignorePatterns: ["dist", "data", "web/routeTree.gen.ts", "server/platform/database/schema.gen.ts"],
  rules: {
    "footnote/imports": "error",
    "import/no-duplicates": ["error", { preferInline: true }],
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
  overrides: [
    // until the work on them that is under way is merged
  ],
});
