import { spawn } from "node:child_process";
import { join } from "node:path";
import { binaries, ensureInstalled, environment } from "./ensure.mjs";

// `npm run verify`: format, lint with import direction and cycles, types, unused code, slow regular expressions, files
// and packages named in docs, fences switched off by the mutation test; in parallel.
ensureInstalled();
const checks = {
  format: ["oxfmt", "--check", "."],
  lint: ["oxlint", "--deny-warnings"],
  // each further checker computes most types anew
  types: ["tsc", "--noEmit", "--checkers", "1", "-p", "."],
  unused: ["knip", "--no-progress"],
  expressions: ["node", "scripts/check-expressions.ts"],
  docs: ["node", "scripts/check-docs.mjs"],
  mutants: ["node", "scripts/mutate-policies.ts", "--check"],
};
const results = await Promise.all(
  Object.entries(checks).map(
    ([name, [command, ...args]]) =>
      new Promise((resolve) => {
        const started = Date.now();
        const child = spawn(join(binaries, command), args, { env: environment });
        let output = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
        child.on("close", (code) => resolve({ name, code, output, seconds: (Date.now() - started) / 1000 }));
      }),
  ),
);
for (const { name, code, output, seconds } of results) {
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
}
process.exit(results.every((result) => result.code === 0) ? 0 : 1);
