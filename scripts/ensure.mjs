// Runs on any Node on the PATH (20 or newer), before anything is installed: plain JavaScript, no packages. Everything else
// runs on Node 24.6 or newer, which is fetched if the one on the PATH is older.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");
export const binaries = join(root, "node_modules", ".bin");

/** The environment for all of the project's processes: Node 24 comes first on the PATH. */
export const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
  AI_SDK_LOG_WARNINGS: "false",
};

/** Installs the lock file's packages, unless exactly those are installed already, and Node 24 if it is missing. */
export function ensureInstalled() {
  if (!isInstalled()) {
    if (majorOf(process) < 20) fail("Footnote needs Node 20 or newer to install itself.");
    say("Installing packages");
    installIn(root, "--include=dev");
  }
  ensureNode();
  ensureRuntime();
}

/** Puts Node 24.6 or newer on the PATH of the npm scripts; fetches it if the one at hand is older. */
export function ensureNode() {
  if (existsSync(nodeLink)) return;
  rmSync(nodeLink, { force: true });
  symlinkSync(isNewEnough(process) ? process.execPath : fetchNode(), nodeLink);
}

/**
 * Installs the runtime of models: without the scripts of its packages, one of which would download libraries for graphics
 * cards, and without its files for other systems, 240 MB of 290.
 */
export function ensureRuntime() {
  if (existsSync(join(root, runtimeFolder, "node_modules", ".package-lock.json"))) return;
  say("Installing the runtime of models");
  installIn(join(root, runtimeFolder), "--ignore-scripts");
  const binaries = join(root, runtimeFolder, "node_modules", "onnxruntime-node", "bin", "napi-v6");
  for (const platform of readdirSync(binaries))
    for (const architecture of readdirSync(join(binaries, platform)))
      if (platform !== process.platform || architecture !== process.arch)
        rmSync(join(binaries, platform, architecture), { recursive: true });
}

const runtimeFolder = join("engine", "models", "onnx", "runtime");
const nodeLink = join(binaries, "node");
/** Its own lock file: npm would install its packages for every machine. */
const nodeFolder = join(root, "scripts", "node");
const versionOf = ({ versions }) => versions.node.split(".").map(Number);
const majorOf = (one) => versionOf(one)[0];
/** Since 24.6, a thread tells how long it has computed. */
const isNewEnough = (one) => {
  const [major, minor] = versionOf(one);
  return major > 24 || (major === 24 && minor >= 6);
};

/** @returns the fetched program */
function fetchNode() {
  say("Fetching Node 24");
  installIn(nodeFolder);
  const fetched = join(nodeFolder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(fetched)) return fetched;
  fail("npm carries no Node 24 for this platform. Install Node 24 or newer and start again.");
}

/** Installs a tool that few need, by the lock file in its own folder, unless it is there. */
export function ensureTool(folder) {
  if (!existsSync(join(root, folder, "node_modules", ".package-lock.json"))) installIn(join(root, folder));
}

function installIn(folder, ...options) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["ci", "--include=optional", ...options, ...quiet], process.env, folder);
}

/** Compares the lock file with the one that npm leaves in node_modules at the end of an installation. */
function isInstalled() {
  const left = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(left)) return false;
  const installed = packagesOf(left);
  const { "": _, ...wanted } = packagesOf(join(root, "package-lock.json"));
  return (
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { integrity, ...about }]) =>
      path in installed ? installed[path].integrity === integrity : !isNeededHere(about),
    )
  );
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/** Whether npm installs a package on this platform for certain; Node doesn't tell which C library `libc` must match. */
function isNeededHere({ optional, os, cpu, libc }) {
  return !optional || (!libc && os?.includes(process.platform) && cpu?.includes(process.arch));
}

/** Builds the screens, unless exactly these sources are built already. */
export function ensureBuilt() {
  // vite empties the folder: what was deleted or half built has no stamp
  const stamp = join(root, "dist/web/.footnote-sources");
  const wanted = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Building the screens");
  build();
  writeFileSync(stamp, wanted);
}

export function build() {
  run(join(binaries, "vite"), ["build", "--logLevel", "warn"], environment);
  run(nodeBinary(), ["scripts/write-notices.ts"], environment);
  run(nodeBinary(), ["scripts/render-public.ts"], environment);
}

/** Node 24.6 or newer, once `ensureInstalled` has run. */
export const nodeBinary = () => (isNewEnough(process) ? process.execPath : nodeLink);

/** Node's arguments for serving, the same as in `npm run serve`. */
export function serveArguments() {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return scripts.serve.replace(/^exec node /, "").split(" ");
}

/** Runs a command to its end; if it fails, this program exits with the same code. */
export function run(command, args, env = environment, cwd = root) {
  const done = spawnSync(command, args, { cwd, env, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function hashSources() {
  const hash = createHash("sha256");
  for (const folder of ["web", "contract"]) walk(join(root, folder), hash);
  for (const file of [
    "package-lock.json",
    "vite.config.ts",
    "scripts/render-public.ts",
    "scripts/compress-web.ts",
    "scripts/notices.ts",
    "NOTICE",
  ])
    hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function walk(folder, hash) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path, hash);
    else hash.update(path.slice(root.length)).update(readFileSync(path));
  }
}

function say(line) {
  process.stdout.write(`${line} …\n`);
}

export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
