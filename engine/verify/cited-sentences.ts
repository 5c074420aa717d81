import { fromSuperscript } from "#engine/text/superscripts.ts";
import { endsInAbbreviation, sentencesOf, type Sentence } from "#engine/text/sentences.ts";

/** A sentence of an answer, without its marks, and the passages they name. Offsets are UTF-16 code units, marks included. */
export type CitedSentence = { text: string; start: number; end: number; ranks: number[] };

const mark = /\[(\d{1,3})\]/g;
const marksAtStart = /^(?:\[\d{1,3}\]\s*)+/;
const markAtEnd = /\[\d{1,3}\]\s*$/;

/** A comma between groups of three digits belongs to an amount. */
const between = String.raw`\s{0,3}(?:[;–-]|,(?!\d{3}\b)|\band\b)\s{0,3}`;
const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const named = String.raw`(?:(?:sources?|passages?|documents?|refs?|references?|citations?|cites?|notes?)\.?:?\s{0,2}|[#^])?`;
const ranked = String.raw`${named}\d{1,3}(?:${between}${named}\d{1,3}){0,20}`;
/** Mark formats that models write besides the requested '[1]': '[1, 2]', '[^1]', '[[1]]', '【1†source】', '[Source 1]'. */
const anyMark = /\[{0,1}[[【]([^[\]【】\n]{1,160})[\]】]\]{0,1}/g;
const ranksAndNote = new RegExp(String.raw`^(${ranked})(?:†|$)`, "i");
/** '(Source 1)' anywhere, '(1)' and '^1^' only at the end of a clause: '(1)' elsewhere numbers an item. */
const roundMark = new RegExp(
  String.raw`\((?:(?:see|cf\.?|from)\s)?(${named.slice(0, -1)}\d{1,3}(?:${between}${named}\d{1,3}){0,20})\)|(?<=\S\s?)\((\d{1,3}(?:${between}\d{1,3}){0,20})\)(?=\s{0,2}(?:[.,;:!?|]|$))|\^(\d{1,3})\^`,
  "gim",
);
/** A raised number after a word, a space or a full stop; after a figure it may be an exponent, after a short unit it is one. */
const raisedMark = new RegExp(
  String.raw`(?<=\p{L}{4}|\p{L}{3}\s|[.,;:!?)”"’]\s?)[${digits}]{1,3}(?:[,˒ ][${digits}]{1,3})*`,
  "gu",
);
/** 'According to [1], …', 'Source: [1]', '(see [1])': a phrase without a word of its own. */
const phrase =
  /(?:\((?:see|from|source:?)\s(?:\[\d{1,3}\]\s?)+\))|(?:\b(?:(?:based (?:up)?on|according to|as (?:stated|described|noted|mentioned|set out|explained|shown) (?:in|by)|as per|per|see|in|from|sources?:?)\s(?:the\s)?(?:passages?|sources?|documents?)?\s?)((?:\[\d{1,3}\](?:\s?(?:,|and)\s?)?)+)(?=\s?[,.:;]|\s?$),?)/gim;
/** A range of more passages than were sent isn't a mark. */
const longestRange = 20;

/** The answer with all its marks as '[1]'. */
export function withPlainMarks(answer: string): string {
  return answer
    .replace(anyMark, (written, inside: string) => plainOf(ranksAndNote.exec(inside)?.[1]) ?? written)
    .replace(
      roundMark,
      (written, name?: string, bare?: string, raised?: string) => plainOf(name ?? bare ?? raised) ?? written,
    )
    .replace(raisedMark, (written) => plainOf(fromSuperscript(written)) ?? written)
    .replace(/(?<=[.!?]["”’)]?)(?=\[\d)/g, " ");
}

function plainOf(ranks: string | undefined): string | undefined {
  return ranks
    ?.split(/[,;˒]|\band\b|(?<=\d) (?=\d)/i)
    .flatMap((part) => ranksIn(part.replace(/[^\d–-]/g, "")))
    .map((rank) => `[${rank}]`)
    .join("");
}

function ranksIn(part: string): number[] {
  const [first = 0, last = first] = part.split(/[–-]/).map(Number);
  return last < first || last - first > longestRange
    ? [first, last]
    : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** 'Yes.', 'Generally no.' and '3.' have no content without the next sentence. */
const bareBeginning = /^(?:(?:\p{L}+,? )?(?:yes|no)[.,:]|(?:\[\d{1,3}\]\s?){1,9}\(?\w{1,4}[.)])$/iu;
/** Marks after a full stop end a sentence, whatever follows: small letters, or a tag. */
const marksInside = /(?<=[.!?]["”’)]?\s)(?:\[\d{1,3}\]\s?){1,9}(?=[^\s.,;:!?)[\]])/g;

/** The sentences of an answer with plain marks; marks after a full stop belong to the sentence before it. */
export function citedSentencesOf(answer: string): CitedSentence[] {
  const units: { raw: string; start: number; end: number }[] = [];
  for (const { text, start, end } of sentencesOf(answer).flatMap(apartAtMarks)) {
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
    } else if (previous !== undefined && bareBeginning.test(previous.raw.trim())) {
      previous.raw += ` ${text}`;
      previous.end = end;
    } else units.push({ raw: text, start, end });
  }
  return units.map(({ raw, start, end }) => ({
    text: withoutMarks(raw),
    start,
    end,
    ranks: [...raw.matchAll(mark)].map((match) => Number(match[1])),
  }));
}

function apartAtMarks({ text, start, end }: Sentence): Sentence[] {
  const cuts = [...text.matchAll(marksInside)]
    .filter(({ index }) => !endsInAbbreviation(text.slice(0, index).trimEnd()))
    .map(({ 0: marks, index }) => index + marks.length);
  return [0, ...cuts].map((from, index) => {
    const piece = text.slice(from, cuts[index]).trimEnd();
    return { text: piece, start: start + from, end: Math.min(end, start + from + piece.length) };
  });
}

function withoutMarks(raw: string): string {
  const words = raw.replace(phrase, "");
  const text = words
    .replace(mark, "")
    .replace(/\s{1,4}([.,;!?])/g, "$1")
    .replace(/[ \t]{2,}/g, " ")
    .trim();
  return words === raw ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
