import { parentPort } from "node:worker_threads";
import { callsOver } from "./thread-calls.ts";
import type { EndMessage, Offers, ReadyMessage } from "./thread-calls.ts";

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
