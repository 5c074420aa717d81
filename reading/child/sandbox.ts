import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { privateUser, readerUsers } from "./private-user.ts";

/**
 * The operating system's sandbox for programs that work on people's files (the readers, and Tesseract), in addition to Node's own permissions, as far as the system
 * supports it.
 */
export type Sandbox = {
  /** Prefix of the reader's command. */
  wrapper: readonly string[];
  holds: readonly string[];
  lacks: readonly string[];
};

const allWalls = [
  "a user of its own",
  "no capabilities",
  "no new privileges",
  "no network",
  "no files but its own",
] as const;

const known = new Map<string, Sandbox>();
let user: number | null | undefined;

/** @param readable files and folders that the program must be able to read as its own user */
export function cellFor(readable: readonly string[]): Sandbox {
  const key = readable.join("\n");
  const cell = known.get(key) ?? buildCell(readable);
  known.set(key, cell);
  return cell;
}

function buildCell(readable: readonly string[]): Sandbox {
  if (process.platform !== "linux") return { wrapper: [], holds: [], lacks: allWalls };
  const isRoot = process.getuid?.() === 0;
  const isolation = firstThatRuns([
    isRoot
      ? ["unshare", "--net", "--ipc", "--uts", "--"]
      : ["unshare", "--user", "--map-current-user", "--net", "--ipc", "--uts", "--"],
  ]);
  if (user === undefined) user = isRoot ? privateUser(readerUsers) : null;
  const own = ["--reuid", String(user), "--regid", String(user), "--clear-groups"];
  const bare = ["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"];
  const canChange = user !== null && readable.every(isOpenToAll);
  const files = landlockOf(readable);
  const users = [...(canChange ? [[...own, ...bare]] : []), ...(isRoot ? [bare] : []), []];
  const privileges = firstThatRuns(
    users.flatMap((user) =>
      [files, []].map((rules) => ["setpriv", ...user, "--no-new-privs", ...rules, "--"]),
    ),
  );
  const walls: Record<(typeof allWalls)[number], boolean> = {
    "a user of its own": privileges.includes("--reuid"),
    "no capabilities": privileges.includes("--bounding-set=-all") || !isRoot,
    "no new privileges": privileges.length > 0,
    "no network": isolation.length > 0,
    "no files but its own": privileges.includes("--landlock-access"),
  };
  return {
    wrapper: [...isolation, ...privileges],
    holds: allWalls.filter((wall) => walls[wall]),
    lacks: allWalls.filter((wall) => !walls[wall]),
  };
}

/** Where Linux distributions keep shared libraries. */
const systemLibraries = [
  "/lib",
  "/lib64",
  "/usr/lib",
  "/usr/lib64",
  "/etc/ld.so.cache",
  "/etc/ssl/openssl.cnf",
  "/dev/urandom",
  "/dev/null",
];

/** Landlock (Linux 5.13) through setpriv of util-linux 2.40 or newer: the kernel exposes these files and no others. */
function landlockOf(readable: readonly string[]): string[] {
  const rules = [...readable, ...systemLibraries].filter(existsSync).map((path) => {
    const rights = statSync(path).isDirectory() ? "execute,read-file,read-dir" : "execute,read-file";
    return ["--landlock-rule", `path-beneath:${rights}:${path}`];
  });
  return ["--landlock-access", "fs", ...rules.flat()];
}

/** The first of these that this system allows, tried once with a no-op program; readers have no PATH. */
function firstThatRuns(wrappers: string[][]): string[] {
  const located = wrappers.map(([command = "", ...args]) => [pathOf(command), ...args]);
  return (
    located.find(([command = "", ...args]) => {
      const nothing = [process.execPath, "-e", "0"];
      const { status } = spawnSync(command, [...args, ...nothing], { timeout: 5_000, stdio: "ignore" });
      return status === 0;
    }) ?? []
  );
}

function pathOf(command: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, command)).find(existsSync) ?? command;
}

/** Whether any user may read the file and enter every folder above it: a clone in /root is closed to other users. */
function isOpenToAll(path: string): boolean {
  if (!existsSync(path) || (statSync(path).mode & 0o004) === 0) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** For the operator: the sandbox of readers, and a warning that names the walls missing here. */
export function describeCell({ holds, lacks }: Sandbox): string {
  const held = holds.length === 0 ? "Node's permissions alone" : `Node's permissions, ${holds.join(", ")}`;
  const missing = `Warning: the readers of documents lack: ${lacks.join(", ")} (docs/running.md, The readers' walls). `;
  return `${lacks.length === 0 ? "" : missing}Documents are read under ${held}.`;
}
