import type { Caller } from "#server/kernel/context.ts";
import type { CitedSource } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { isItem, leadsOn } from "#engine/verify/lead-lines.ts";
import { inTime } from "#server/platform/deadline.ts";
import { inAnswerPool } from "../in-answer-pool.ts";

/** A sentence that its source confirms word for word, and that source. */
export type ConfirmedSentence = { text: string; sources: CitedSource[] };

/** The end of a line, or of a sentence behind which another one begins. */
const boundary = /\n|[.!?]["”’)]?(?: ?\[\d[^\]\n]{0,20}\]){0,3} (?=[\p{Lu}"“])/gu;

/** The beginning of a text up to the last sentence that is certainly complete. */
function completeIn(text: string): string {
  const last = [...text.matchAll(boundary)].at(-1);
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/**
 * Checks the sentences of an answer while it is written, each as soon as it is complete. `onConfirmed` receives those that
 * words confirm by themselves; all others wait for the check of the whole answer.
 */
export function checkWhileWritten(
  caller: Caller,
  { question, evidence }: { question: string; evidence: Evidence[] },
  signal: AbortSignal,
  onConfirmed: (sentence: ConfirmedSentence) => void,
): { add(text: string): void; settled(): Promise<void> } {
  let text = "";
  let checkedTo = 0;
  let running: Promise<void> | null = null;
  const next = async (): Promise<void> => {
    const piece = completeIn(text.slice(checkedTo));
    if (piece === "") return;
    checkedTo += piece.length;
    // a copy belongs to a sentence that was checked before it
    const written = piece.replace(/^\s{0,3}>.*$/gm, "");
    const answer = { written, question, isCut: false, evidence };
    const checked = /[\p{L}\p{N}]/u.test(written)
      ? await inTime(inAnswerPool(caller, "check", answer, signal), () => null)
      : null;
    for (const { start, end, verdict, markers } of checked?.claims ?? []) {
      const sentence = checked?.text.slice(start, end) ?? "";
      if (verdict !== "supported" || isItem(sentence) || leadsOn(sentence)) continue;
      const sources = checked?.sources.filter(({ marker }) => markers.includes(marker)) ?? [];
      onConfirmed({ text: sentence, sources });
    }
    return next();
  };
  const start = () => {
    running ??= next().finally(() => (running = null));
    // the answer's own check reports a stop
    running.catch(() => undefined);
  };
  return {
    add(delta) {
      text += delta;
      start();
    },
    settled: async () => {
      await running?.catch(() => undefined);
    },
  };
}
