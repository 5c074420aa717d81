import { endsInAbbreviation } from "#engine/text/sentences.ts";
import { citedSentencesOf } from "./cited-sentences.ts";
import { proseOf } from "./copied-words.ts";
import { isItem } from "./lead-lines.ts";

/** Any script's full stop, question or exclamation mark, within quotation marks, brackets or emphasis; or a row's last bar. */
const endMark = /\p{Sentence_Terminal}["'”’»)\]*_`]*$|^\|.*\|$/u;

/**
 * Whether a sentence certainly ends where it seems to: at its end mark, or as an item of a list that goes on after it. What
 * was cut off any other may be its condition.
 */
export function isWhole(sentence: string, behind: string): boolean {
  const text = sentence.trim();
  if (endMark.test(text)) return !endsInAbbreviation(text);
  const below = behind.indexOf("\n");
  return isItem(text) && below >= 0 && behind.slice(below).trim() !== "";
}

/** 'a fee of 3.' may go on as '3.5'. */
const figure = /\d\.$/;

/** An answer that was cut off, without its last sentence, unless that is whole and no words below it were cut. */
export function withoutCutSentence(answer: string): string {
  const prose = proseOf(answer);
  const last = citedSentencesOf(prose).at(-1);
  if (last === undefined) return "";
  const hasCopies = prose.trimEnd().length < answer.trimEnd().length;
  return !hasCopies && isWhole(last.text, "") && !figure.test(last.text)
    ? answer
    : answer.slice(0, last.start).trimEnd();
}
