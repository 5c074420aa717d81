import type { Turn } from "./chat.ts";

/** Passages quoted verbatim: their sources arrive before the first words, a model's with its last. */
export function isQuoted({ answer, citations }: Turn): boolean {
  return (
    (answer === null || answer.mode === "extractive") &&
    citations.some(({ answering }) => answering.length > 0)
  );
}
