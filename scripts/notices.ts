import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runtimeFolder } from "#engine/models/onnx/runtime.ts";
import { boundaries } from "#testing/boundaries.ts";

type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
/** A package with its license as the lock file names it, and the texts that it brings. */
export type Licensed = { name: string; version: string; license: string; texts: string[] };

const root = join(import.meta.dirname, "..");
const prefix = "node_modules/";

/** What the server loads and what screens are built from, as installed here. */
export function installedPackages(): Licensed[] {
  return [...packagesIn(root, packagesOfScreens()), ...packagesIn(runtimeFolder, [])];
}

/** Packages of a lock file that aren't for development, and those at these paths with what they need. */
function packagesIn(folder: string, also: string[]): Licensed[] {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const served = Object.keys(packages).filter((path) => path !== "" && packages[path]?.dev !== true);
  return [...new Set([...served, ...withDependencies(packages, also)])]
    .toSorted()
    .filter((path) => existsSync(join(folder, path)))
    .map((path) => ({
      name: path.slice(path.lastIndexOf(prefix) + prefix.length),
      version: packages[path]?.version ?? "",
      license: packages[path]?.license ?? "",
      texts: textsIn(join(folder, path)),
    }));
}

/** Packages that the folders of `web/` may import. */
function packagesOfScreens(): string[] {
  const listed = [...boundaries].flatMap(([folder, allowed]) => (folder.startsWith("web/") ? allowed : []));
  return [...new Set(listed)].map((name) => prefix + name).filter((path) => existsSync(join(root, path)));
}

/** Paths in node_modules of these packages and of all that they need. */
function withDependencies(packages: Record<string, Locked>, paths: string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const locked = packages[path];
    if (found.has(path) || locked === undefined) continue;
    found.add(path);
    for (const name of Object.keys({ ...locked.dependencies, ...locked.peerDependencies })) {
      const nested = `${path}/${prefix}${name}`;
      waiting.push(nested in packages ? nested : prefix + name);
    }
  }
  return found;
}

function textsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)\b/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
}

/** One text; packages with the same license text share it. */
export function noticesOf(packages: Licensed[]): string {
  const line = "=".repeat(80);
  const sections = Map.groupBy(packages, ({ license, texts }) => `${license}\n${texts.join("\n\n")}`);
  const body = [...sections.values()].map((alike) => {
    const names = alike.map(({ name, version, license }) => `${name} ${version} (${license})`);
    const texts = alike[0]?.texts ?? [];
    const own = texts.length > 0 ? texts : ["The package brings no text beside the license's name."];
    return [line, ...names, line, "", ...own, ""].join("\n");
  });
  return [
    "Footnote contains or loads the packages below, each under its own license.",
    readFileSync(join(root, "NOTICE"), "utf8").trim(),
    "",
    ...body,
  ].join("\n");
}
