import type { Failure } from "./extraction.ts";
import { Unreadable } from "./reading.ts";

/** Why a file could not be read: a reader's own reason, memory (with the sentence `overMemory`), or damage. */
export function failureOf(error: unknown, overMemory: string): Failure {
  if (error instanceof Unreadable) return error.failure;
  if (isMemory(error)) return { reason: "limit", message: overMemory };
  return {
    reason: "damaged",
    message: "This file is damaged and could not be read. Upload it again from the original.",
  };
}

function isMemory(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && /memory|unreachable|out of bounds/i.test(error.message))
  );
}
