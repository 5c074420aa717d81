import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { callsOver, type EndMessage, type Offers, type ReadyMessage } from "./thread-calls.ts";

/**
 * Offers a thread's functions to its program, and ends on the program's request, once everything is loaded: a thread
 * terminated while it still waits for a module crashes the whole program (V8).
 */
export function exposeWorker<Ours extends Offers>(ours: Ours): void {
  if (parentPort === null) throw new Error("This file runs as a thread of the program.");
  callsOver<Record<string, never>, Ours>(parentPort, ours);
  parentPort.postMessage({ type: "ready" } satisfies ReadyMessage);
  parentPort.on("message", ({ type }: EndMessage | { type: string }) => {
    if (type === "end") process.exit();
  });
}

/**
 * Gives other threads of the machine priority over this one for good, as the readers of files do (nice 10). Linux alone knows
 * priorities of threads.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}
