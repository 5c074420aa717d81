import type { Turn } from "./chat.ts";

/** Passages quoted whole; the answering words of each are known once it is written. */
export function isQuoted({ answer, citations }: Turn): boolean {
  return answer?.mode === "extractive" && citations.some(({ answering }) => answering.length > 0);
}
