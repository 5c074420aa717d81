import { isRow } from "#engine/text/rows.ts";
import { itemMark } from "#engine/text/sentences.ts";

/** Words that a model copied below a sentence, which ends before `at` (UTF-16 code units of the prose). */
export type CopiedWords = { at: number; words: string; ranks: number[]; limits: boolean };

/** '> words' */
const copiedLine = /^ {0,3}(?:[-*•] )?>(.*)$/gm;
/** '> if: words' */
const limit = /^["“]?(?:if|when|condition|exception|limit|unless)s?\s?[:>]\s?/i;
const mark = /\[(\d{1,3})\]/g;

/** An answer with spaces instead of copied words: its sentences keep their places. */
export const proseOf = (answer: string): string =>
  answer.replaceAll(copiedLine, (line) => " ".repeat(line.length));

/**
 * Separates an answer from the lines below its sentences that begin with '>' and copy the words of a passage
 * (server/answering/answers/model/prompt.ts). Sentences that only such lines separated are one paragraph again.
 */
export function withoutCopies(answer: string): { prose: string; copies: CopiedWords[] } {
  const copies: CopiedWords[] = [];
  let prose = "";
  let gap = "";
  let isBelowCopy = false;
  for (const line of answer.split("\n")) {
    const words = [...line.matchAll(copiedLine)][0]?.[1]?.replace(/^[>\s]{1,4}/, "");
    if (words !== undefined && prose !== "") {
      const limits = limit.test(words);
      const ranks = [...words.matchAll(mark)].map((match) => Number(match[1]));
      copies.push({ at: prose.length, words: words.replace(mark, "").replace(limit, ""), ranks, limits });
      isBelowCopy = true;
      continue;
    }
    const text = words ?? line;
    if (text.trim() === "") {
      gap += "\n";
      continue;
    }
    const last = prose.slice(prose.lastIndexOf("\n") + 1);
    const continues = isBelowCopy && gap === "" && ![last, text].some(standsAlone);
    if (prose !== "") prose += continues ? " " : `\n${gap}`;
    prose += text;
    gap = "";
    isBelowCopy = false;
  }
  return { prose, copies };
}

const standsAlone = (line: string) => itemMark.test(line.trim()) || isRow(line) || /^\s*[|#]/.test(line);
