import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EncoderError } from "#engine/models/encoder.ts";
import { runtimeFolder } from "#engine/models/onnx/runtime.ts";

const pinned = join(import.meta.dirname, "..", "..", "engine", "models", "onnx", "runtime");

/**
 * Installs the runtime beside the models, at the versions and hashes of its own lock file, without running any of its
 * scripts: one of them would download libraries for graphics cards. Removes its files for other systems.
 * @throws EncoderError if npm fails
 */
export function installRuntime(modelsFolder: string, tell: (line: string) => void): void {
  const folder = join(modelsFolder, runtimeFolder);
  const runtime = join(folder, "node_modules", "onnxruntime-node");
  if (existsSync(join(runtime, "package.json"))) {
    tell("The runtime is already installed.");
    return;
  }
  tell("Installing the runtime (onnxruntime-node)");
  mkdirSync(folder, { recursive: true });
  cpSync(pinned, folder, { recursive: true });
  const { status, stderr, error } = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    const said = error?.message ?? stderr.trim().split("\n").slice(0, 3).join(" ");
    throw new EncoderError(
      `The runtime could not be installed (${said}). On a network without npm's registry, run this command elsewhere and copy the folder '${runtimeFolder}'.`,
    );
  }
  keepOnlyThisSystem(join(runtime, "bin", "napi-v6"));
}

/** 288 MB for five systems, 46 MB of them for Linux on x64. */
function keepOnlyThisSystem(binaries: string): void {
  for (const platform of readdirSync(binaries)) {
    const isThis = platform === process.platform;
    for (const architecture of readdirSync(join(binaries, platform)))
      if (!isThis || architecture !== process.arch)
        rmSync(join(binaries, platform, architecture), { recursive: true });
  }
}
