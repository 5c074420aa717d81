import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { hasEnded } from "#server/platform/database/keep-running.ts";

export type WriteError = "EIO" | "ENOSPC";

export type Injection = {
  /** Calls seen since it began, by name, and how many of them failed. */
  seen(): Map<string, { made: number; failed: number }>;
  /** Whether all of its threads have ended. */
  isOver(): boolean;
  end(): Promise<void>;
};

/**
 * Lets system calls of running threads fail without being carried out, as a broken or full disk does.
 * @param threads their ids; `follows` includes what they start later, and all threads of each process
 * @param when strace's numbers of the calls that fail: `3` the third of its kind in each thread, `3+7` also each seventh after it
 * @throws Error if strace is not installed or may not attach
 */
export async function failCalls(
  threads: number[],
  {
    calls,
    error,
    when,
    follows = false,
  }: { calls: string[]; error: WriteError; when: string; follows?: boolean },
): Promise<Injection> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-strace-"));
  const log = join(folder, "log");
  const strace = spawn(
    "strace",
    [
      ...(follows ? ["-f"] : []),
      ...threads.flatMap((thread) => ["-p", String(thread)]),
      ...["-e", `trace=${calls.join(",")}`, "-e", `inject=${calls.join(",")}:error=${error}:when=${when}`],
      ...["-e", "signal=none", "-o", log],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const end = async () => {
    await ended(strace);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAttached(strace, threads.length);
  } catch (reason) {
    await end();
    throw reason;
  }
  return { seen: () => count(readFileSync(log, "utf8")), isOver: () => hasEnded(strace), end };
}

/** Why no calls can be made to fail on this machine; null if they can. */
export async function reasonAgainst(): Promise<string | null> {
  const child = spawn("sleep", ["60"]);
  try {
    const attempt = await failCalls([child.pid ?? 0], { calls: ["fsync"], error: "EIO", when: "1" });
    await attempt.end();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    child.kill();
  }
}

function untilAttached(strace: ChildProcess, expected: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    strace.stderr?.on("data", (part: Buffer) => {
      text += part.toString();
      // a thread that ended in between cannot be attached, and one process stands for all of its threads
      const lines = text.split("\n").filter((line) => /attached|No such process|ESRCH/.test(line));
      if (lines.length >= expected) resolve();
    });
    strace.once("error", () => reject(new Error("strace is not installed (Debian package strace)")));
    strace.once("exit", () => reject(new Error(`strace may not attach: ${text.trim()}`)));
  });
}

async function ended(strace: ChildProcess): Promise<void> {
  if (strace.pid === undefined) return;
  while (!hasEnded(strace)) {
    strace.kill("SIGINT");
    await wait(20);
  }
}

/** Lines of strace: `123 fsync(20) = -1 EIO (Input/output error) (INJECTED)`, without the number if there is one thread. */
function count(log: string): ReturnType<Injection["seen"]> {
  const counts = new Map<string, { made: number; failed: number }>();
  for (const line of log.split("\n")) {
    const resumed = /<\.\.\. (\w+) resumed>/.exec(line);
    const name = resumed?.[1] ?? /^(?:\d+ +)?(\w+)\(/.exec(line)?.[1];
    if (name === undefined) continue;
    const one = counts.get(name) ?? { made: 0, failed: 0 };
    if (resumed === null) one.made += 1;
    if (line.endsWith("(INJECTED)")) one.failed += 1;
    counts.set(name, one);
  }
  return counts;
}
