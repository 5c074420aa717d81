import type { Caller } from "#server/kernel/context.ts";
import type { CitedSource } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { endsInAbbreviation } from "#engine/text/sentences.ts";
import { checkedPartOf } from "#engine/verify/claims.ts";
import { withPlainMarks } from "#engine/verify/cited-sentences.ts";
import { withoutCopies } from "#engine/verify/copied-words.ts";
import { isJson, linesOfJson } from "#engine/verify/json-lines.ts";
import { strongerGap } from "#engine/verify/keep-what-holds.ts";
import { isItem, leadsOn } from "#engine/verify/lead-lines.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { runInAnswerPool } from "../run-in-answer-pool.ts";

/** A sentence that its source confirms word for word, with that source and the white space before it in the answer. */
export type ConfirmedSentence = { before: string; text: string; sources: CitedSource[] };

/** The end of a line, or of a sentence behind which another one begins. */
const boundary = /\n|[.!?]["”’)]?(?: ?\[\d[^\]\n]{0,20}\]){0,3} (?=[\p{Lu}"“])/gu;

/** The 8,000 characters that are checked, with the words copied below them. */
const mostRead = 16_000;

/** The beginning of a text up to the last sentence that is certainly complete. */
function completeIn(text: string): string {
  const last = [...text.matchAll(boundary)]
    .filter(({ index }) => !endsInAbbreviation(text.slice(0, index + 1)))
    .at(-1);
  return last === undefined ? "" : text.slice(0, last.index + last[0].length);
}

/** The lines of a reply so far; of JSON, those of whole sentences. */
function readable(reply: string): string {
  const json = linesOfJson(reply, { isGrowing: true });
  return json === null ? reply : json.lines && `${json.lines}\n`;
}

/** The sentences of an answer as they will be shown, without the words copied below them. */
const proseOf = (written: string) => withoutCopies(withPlainMarks(written)).prose.trimEnd();

const spaceAtStart = (text: string) => text.slice(0, text.length - text.trimStart().length);
const spaceAtEnd = (text: string) => text.slice(text.trimEnd().length);

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
  let reply = "";
  /** Once it has begun, whatever follows is read as such. */
  let hasJson = false;
  let text = "";
  let checkedTo = 0;
  /** Before the next confirmed sentence. */
  let gap = "";
  let running: Promise<void> | null = null;
  const next = async (): Promise<void> => {
    if (completeIn(text.slice(checkedTo)) === "") return;
    const piece = completeIn(checkedPartOf(text).written.slice(checkedTo));
    if (piece === "") return;
    const known = proseOf(text.slice(0, checkedTo)).length;
    checkedTo += piece.length;
    // a copy belongs to a sentence that was checked before it
    const written = proseOf(text.slice(0, checkedTo)).slice(known);
    const answer = { written, question, evidence };
    const checked = /[\p{L}\p{N}]/u.test(written)
      ? await onDeadline(runInAnswerPool(caller, "check", answer, signal), () => null)
      : null;
    checked?.claims.forEach(({ start, end, verdict, markers }, index) => {
      const sentence = checked.text.slice(start, end);
      const between = checked.text.slice(checked.claims[index - 1]?.end, start);
      gap = strongerGap(gap, index === 0 ? spaceAtStart(written) : spaceAtEnd(between));
      if (verdict !== "supported" || isItem(sentence) || leadsOn(sentence)) return;
      const sources = checked.sources.filter(({ marker }) => markers.includes(marker));
      onConfirmed({ before: gap, text: sentence, sources });
      gap = "";
    });
    return next();
  };
  const start = () => {
    running ??= next().finally(() => (running = null));
    // the answer's own check reports a stop
    running.catch(() => undefined);
  };
  return {
    add(delta) {
      if (reply.length > mostRead) return;
      reply += delta;
      // JSON is read from its beginning, without words before it, and says more only at the end of an object
      if (!hasJson && isJson(reply)) {
        hasJson = true;
        checkedTo = 0;
      }
      if (hasJson && !delta.includes("}")) return;
      text = readable(reply);
      start();
    },
    settled: async () => {
      await running?.catch(() => undefined);
    },
  };
}
