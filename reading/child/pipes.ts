import { readSync, writeSync } from "node:fs";
import { encodeProgress, PROGRESS_DESCRIPTOR } from "./wire.ts";

/**
 * The child's standard input and output, read and written directly: Node's streams for them would load the network modules.
 * A library that touches `process.stdout` makes the pipe non-blocking; then the write waits here.
 */
const READ_BYTES = 1024 * 1024;
const INPUT = 0;
const OUTPUT = 1;
const PAUSE_MS = 2;

export function readInput(): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(READ_BYTES);
    const length = whenReady(() => readSync(INPUT, chunk));
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
  }
}

export function writeOutput(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;)
    written += whenReady(() => writeSync(OUTPUT, bytes, written));
}

let told = 0;

/** Reports the number of pages read, a hundred times at most; drops a report that nobody reads in time. */
export function writeProgress(read: number, all: number): void {
  const hundredths = Math.floor((read / all) * 100);
  if (hundredths === told) return;
  told = hundredths;
  try {
    writeSync(PROGRESS_DESCRIPTOR, encodeProgress(read, all));
  } catch {
    // the pipe is full or closed: the answer matters, not this report
  }
}

function whenReady(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
