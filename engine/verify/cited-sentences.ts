import { sentencesOf } from "#engine/text/sentences.ts";

/** A sentence of an answer, without its marks, and the passages they name. Offsets are UTF-16 code units, marks included. */
export type CitedSentence = { text: string; start: number; end: number; ranks: number[] };

const mark = /\[(\d{1,3})\]/g;
const marksAtStart = /^(?:\[\d{1,3}\]\s*)+/;
const markAtEnd = /\[\d{1,3}\]\s*$/;

/** A comma between groups of three digits belongs to an amount. */
const between = String.raw`\s{0,3}(?:[;–-]|,(?!\d{3}\b))\s{0,3}`;
/** Mark formats that models write besides the requested '[1]': '[1, 2]', '[1-3]', '[[1]]', '【1】', '【1†source】'. */
const anyMark = /\[{0,1}[[【]([^[\]【】\n]{1,160})[\]】]\]{0,1}/g;
const ranksAndNote = new RegExp(String.raw`^(\d{1,3}(?:${between}\d{1,3}){0,20})(?:†|$)`);
/** A range of more passages than were sent isn't a mark. */
const longestRange = 20;

/** The answer with all its marks as '[1]'. */
export function withPlainMarks(answer: string): string {
  return answer.replace(anyMark, (written, inside: string) => {
    const ranks = ranksAndNote.exec(inside)?.[1];
    if (ranks === undefined) return written;
    return ranks
      .split(/[,;]/)
      .flatMap(ranksIn)
      .map((rank) => `[${rank}]`)
      .join("");
  });
}

function ranksIn(part: string): number[] {
  const [first = 0, last = first] = part.split(/[–-]/).map(Number);
  return last < first || last - first > longestRange
    ? [first, last]
    : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** 'Yes.' and 'Generally no.' have no content without the next sentence. */
const bareVerdict = /^(?:\p{L}+,? )?(?:yes|no)[.,:]$/iu;

/** The sentences of an answer with plain marks; marks after a full stop belong to the sentence before it. */
export function citedSentencesOf(answer: string): CitedSentence[] {
  const units: { raw: string; start: number; end: number }[] = [];
  for (const { text, start, end } of sentencesOf(answer)) {
    const previous = units.at(-1);
    const marks = marksAtStart.exec(text)?.[0] ?? "";
    if (previous !== undefined && text.replace(mark, "").replace(/[\s.]/g, "") === "") {
      previous.raw += ` ${text}`;
      previous.end = end;
    } else if (
      previous !== undefined &&
      marks !== "" &&
      !markAtEnd.test(previous.raw) &&
      !answer.slice(previous.end, start).includes("\n")
    ) {
      previous.raw += ` ${marks}`;
      previous.end = start + marks.trimEnd().length;
      units.push({ raw: text.slice(marks.length), start: start + marks.length, end });
    } else if (previous !== undefined && bareVerdict.test(previous.raw.trim())) {
      previous.raw += ` ${text}`;
      previous.end = end;
    } else units.push({ raw: text, start, end });
  }
  return units.map(({ raw, start, end }) => ({
    text: raw
      .replace(mark, "")
      .replace(/\s{1,4}([.,;!?])/g, "$1")
      .replace(/[ \t]{2,}/g, " ")
      .trim(),
    start,
    end,
    ranks: [...raw.matchAll(mark)].map((match) => Number(match[1])),
  }));
}
