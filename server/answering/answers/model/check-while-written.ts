import type { Caller } from "#server/kernel/context.ts";
import type { CitedSource } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { isItem, leadsOn } from "#engine/verify/lead-lines.ts";
import { inTime } from "#server/platform/deadline.ts";
import { inAnswerPool } from "../in-answer-pool.ts";

/** A sentence that its source confirms word for word, and that source. */
export type ConfirmedSentence = { text: string; sources: CitedSource[] };

/** The end of the last sentence that is certainly complete: another one, or a line, begins behind it. */
const complete = /^[\s\S]*(?:\n|[.!?]["”’)]?(?:\s?\[[^\]\n]{1,40}\])*\s(?=[\p{Lu}"“]))/u;

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
    const [piece = ""] = complete.exec(text.slice(checkedTo)) ?? [];
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
