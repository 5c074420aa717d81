import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

type Holder = { pid: number; host: string; started: string; bornAt: string | null };

export class FolderHeldError extends Error {}

/**
 * One server per data folder. The lock names its holder; a dead holder is replaced.
 * @returns a function that releases the folder
 * @throws FolderHeldError naming the process that holds it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "server.lock");
  const own = `${path}.${process.pid}`;
  const me: Holder = {
    pid: process.pid,
    host: hostname(),
    started: new Date().toISOString(),
    bornAt: startTimeOf(process.pid),
  };
  writeFileSync(own, JSON.stringify(me), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      // link() either creates the name or fails, so two processes never both hold it
      if (tryLink(own, path)) return () => release(path);
      const holder = readHolder(path);
      if (holder === null) continue;
      if (isAlive(holder)) {
        throw new FolderHeldError(
          `The data folder ${folder} is in use by process ${holder.pid} (started ${holder.started}). ` +
            "Stop that server first, or give this one another DATA_DIR.",
        );
      }
      clearStale(path, holder);
    }
    throw new FolderHeldError(
      `The data folder ${folder} is being claimed by several servers at once. Start one of them.`,
    );
  } finally {
    rmSync(own, { force: true });
  }
}

function tryLink(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return { pid: -1, host: hostname(), started: "unknown", bornAt: null };
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid <= 0 || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.bornAt === null || holder.bornAt === startTimeOf(holder.pid);
}

/** Start time of a process in clock ticks since boot, so that a reused pid isn't mistaken for the old holder. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function clearStale(path: string, stale: Holder): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // If another starter replaced the stale lock in the meantime, its lock is put back.
  if (readHolder(aside)?.pid !== stale.pid) tryLink(aside, path);
  unlinkSync(aside);
}

function release(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}
