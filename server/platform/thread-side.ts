import { parentPort } from "node:worker_threads";
import { callsOver } from "./thread-calls.ts";
import type { EndMessage, Offers, ReadyMessage } from "./thread-calls.ts";

/**
 * Offers a thread's functions to the program it is part of, and ends when the program says so: once everything is
 * loaded, for a thread that is terminated while it still waits for a module takes the whole program with it (V8).
 */
export function exposeWorker<Ours extends Offers>(ours: Ours): void {
  if (parentPort === null) throw new Error("This file runs as a thread of the program.");
  callsOver<Record<string, never>, Ours>(parentPort, ours);
  parentPort.postMessage({ type: "ready" } satisfies ReadyMessage);
  parentPort.on("message", ({ type }: EndMessage | { type: string }) => {
    if (type === "end") process.exit();
  });
}
