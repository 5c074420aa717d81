import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Nobody, on every Linux: owns no file. */
const nobody = 65_534;

/** What the operating system holds a reader of documents in, beside Node's own permissions; as far as it can. */
export type Cell = {
  /** Goes before the command of the reader. */
  wrapper: readonly string[];
  holds: readonly string[];
  lacks: readonly string[];
};

let known: Cell | null = null;

/** @param readable what the reader must be able to read under a user of its own */
export function cellFor(readable: readonly string[]): Cell {
  known ??= buildCell(readable);
  return known;
}

function buildCell(readable: readonly string[]): Cell {
  if (process.platform !== "linux")
    return { wrapper: [], holds: [], lacks: ["a user of its own", "no network", "no new privileges"] };
  const isRoot = process.getuid?.() === 0;
  const isolation = firstThatRuns([
    isRoot
      ? ["unshare", "--net", "--ipc", "--uts", "--"]
      : ["unshare", "--user", "--map-current-user", "--net", "--ipc", "--uts", "--"],
  ]);
  const own = ["--reuid", String(nobody), "--regid", String(nobody), "--clear-groups"];
  const bare = ["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"];
  const canChange = isRoot && readable.every(isOpenToAll);
  const privileges = firstThatRuns([
    ...(canChange ? [["setpriv", ...own, ...bare, "--no-new-privs", "--"]] : []),
    ...(isRoot ? [["setpriv", ...bare, "--no-new-privs", "--"]] : []),
    ["setpriv", "--no-new-privs", "--"],
  ]);
  const walls: [string, boolean][] = [
    ["a user of its own", privileges.includes("--reuid")],
    ["no capabilities", privileges.includes("--bounding-set=-all") || !isRoot],
    ["no new privileges", privileges.length > 0],
    ["no network", isolation.length > 0],
  ];
  return {
    wrapper: [...isolation, ...privileges],
    holds: walls.filter(([, holds]) => holds).map(([name]) => name),
    lacks: walls.filter(([, holds]) => !holds).map(([name]) => name),
  };
}

/** The first of these that this system allows, tried once with a command that does nothing. */
function firstThatRuns(wrappers: string[][]): string[] {
  return (
    wrappers.find(([command = "", ...args]) => {
      const { status } = spawnSync(command, [...args, "true"], { timeout: 2_000, stdio: "ignore" });
      return status === 0;
    }) ?? []
  );
}

/** Whether anybody may read the file and enter every folder above it: a clone in /root is closed to other users. */
function isOpenToAll(path: string): boolean {
  if (!existsSync(path) || (statSync(path).mode & 0o004) === 0) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** For the operator, at start: what readers are held in, and what is missing here. */
export function describeCell({ holds, lacks }: Cell): string {
  const held = holds.length === 0 ? "Node's permissions alone" : `Node's permissions, ${holds.join(", ")}`;
  return `Documents are read under ${held}.${lacks.length === 0 ? "" : ` Not available here: ${lacks.join(", ")}.`}`;
}
