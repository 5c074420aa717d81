import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { cellFor, type Sandbox } from "./sandbox.ts";
import { CODE_LOADER, childCode } from "./child-code.ts";

/** A started child that waits for its one file. */
export type Child = {
  process: ChildProcess;
  /** Resident bytes now, or null if the system doesn't report it (the child's own limits then apply). */
  resident: () => number | null;
  /** Processor seconds used, and whether it wants more now; null if the system doesn't report it. */
  processor: () => { seconds: number; isWanted: boolean } | null;
  kill: () => void;
  /** Whether this child keeps the program from exiting; a waiting one must not. */
  hold: (held: boolean) => void;
};

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = join(FOLDER, "../..");
const HEAP_MEGABYTES = 256;
/**
 * Limits enforced by the kernel beneath the parent's own watch: they hold if the parent dies, and between two polls.
 * Questions take priority over files (nice). Data: PDFium's 384 MB and the 256 MB heap, with room to spare. Processor: 1.5
 * times the longest time limit.
 */
const SHELL_LIMITS = 'ulimit -c 0; ulimit -t 30; ulimit -d 900000 2>/dev/null; exec nice -n 10 "$0" "$@"';

/** stdin, stdout, no stderr, the code (CODE_DESCRIPTOR), and progress (PROGRESS_DESCRIPTOR). */
const STDIO: ("pipe" | "ignore")[] = ["pipe", "pipe", "ignore", "pipe", "pipe"];

const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/**
 * Starts a child that may read its own code and nothing else: no other file, no write, no process, no thread, no addon, no
 * environment, no network. Node's permissions, child-limits.ts and, where supported, the operating system (cell.ts) enforce
 * this. `more` are further arguments for Node.
 */
export function startChild(
  warm: boolean,
  more: string[] = [],
  entry: "child.ts" | "render-child.ts" | "crop-child.ts" = "child.ts",
): Child {
  const readable = [modulesFolder(), join(ROOT, "package.json")];
  const args = [
    "--permission",
    ...readable.map((path) => `--allow-fs-read=${path.endsWith(".json") ? path : `${path}${sep}`}`),
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    // compile PDFium's functions lazily, on first call: saves 60 ms a child (measured)
    "--wasm-lazy-validation",
    // recompile fewer of PDFium's functions: saves 3 to 4% for filings of 30 to 500 pages (measured)
    "--wasm-tiering-budget=30000000",
    // V8's slowest compiler takes longer for our code than a file does: saves a tenth, also for texts of megabytes
    "--no-turbofan",
    // and limit the compiler below it to hot functions (400 calls): saves 3 to 6% (both measured)
    "--invocation-count-for-maglev=3000",
    "--import",
    CODE_LOADER,
    "--import",
    join(FOLDER, "child-limits.ts"),
    ...more,
    join(FOLDER, entry),
    ...(warm ? ["--warm"] : []),
  ];
  const options = { env: {}, cwd: FOLDER, stdio: STDIO };
  const child =
    process.platform === "win32"
      ? spawn(process.execPath, args, options)
      : spawn("/bin/sh", ["-c", SHELL_LIMITS, ...readersCell().wrapper, process.execPath, ...args], options);
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  // A child that dies during a write: its exit gives the reason.
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  const descriptor = child.stdio[3];
  void childCode().then(
    (code) => descriptor instanceof Writable && descriptor.end(code),
    () => child.kill("SIGKILL"),
  );
  child.on("error", () => alive.delete(child));
  return {
    process: child,
    resident: () => residentBytes(child.pid),
    processor: () => processorOf(child.pid),
    kill: () => void child.kill("SIGKILL"),
    hold: (held) => hold(child, held),
  };
}

/** The sandbox of every reader on this machine; detected once. */
export function readersCell(): Sandbox {
  return cellFor([process.execPath, join(ROOT, "package.json"), FOLDER, modulesFolder()]);
}

function hold(child: ChildProcess, held: boolean): void {
  const pipes = child.stdio.filter((stream) => stream instanceof Socket);
  for (const part of [child, ...pipes]) {
    if (held) part.ref();
    else part.unref();
  }
}

/** The folder of the readers' packages, also if this package is installed below another's node_modules. */
function modulesFolder(): string {
  const found = createRequire(import.meta.url).resolve("saxes");
  const marker = `${sep}node_modules${sep}`;
  return found.slice(0, found.lastIndexOf(marker) + marker.length - 1);
}

function residentBytes(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== "linux") return null;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null; // The process has just ended.
  }
}

/** Clock ticks per second in /proc; 100 on every Linux that Node runs on. */
const TICKS = 100;

function processorOf(pid: number | undefined): { seconds: number; isWanted: boolean } | null {
  if (pid === undefined || process.platform !== "linux") return null;
  try {
    const [state = "", ...fields] =
      readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const seconds = (Number(fields[10] ?? 0) + Number(fields[11] ?? 0)) / TICKS;
    return { seconds, isWanted: state === "R" || state === "D" };
  } catch {
    return null; // The process has just ended.
  }
}
