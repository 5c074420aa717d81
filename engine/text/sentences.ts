/** A sentence and its position in the text (UTF-16 code units). */
export type Sentence = { text: string; start: number; end: number };

const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|id|no|nos|art|sec|fed|bankr|cir|supp|vol|dept|tel|ss?|para|paras|pp?|fig|approx|inc|ltd|co|corp|mr|mrs|ms|dr|prof|st|jr|sr|u\.s|u\.k|a\.m|p\.m)|(?<![°/]|\d\s?)\b[A-Z])\.$/i;

export const endsInAbbreviation = (text: string): boolean => abbreviations.test(text);

/**
 * Splits text into sentences. Each line stands alone (list items, table rows, headings) unless it clearly continues in the
 * next, as in a text file with hard breaks. Within a line, the platform's segmenter decides (Unicode UAX #29), corrected
 * for abbreviations and section numbers.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  for (const line of linesOf(text)) {
    for (const sentence of sentencesOfLine(line)) {
      const lead = sentence.text.length - sentence.text.trimStart().length;
      const trimmed = sentence.text.trim();
      if (trimmed.length === 0) continue;
      const start = offset + sentence.start + lead;
      sentences.push({ text: trimmed, start, end: start + trimmed.length });
    }
    offset += line.length + 1;
  }
  return sentences;
}

/** Shorter lines aren't taken for wrapped ones, unless the next begins with a small letter. */
const leastWrapped = 55;
/** Lines of proportional type that fill the same width differ in characters by about this share. */
const ragged = 0.1;

/** Lines, with wrapped ones joined (by their line break). */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  const all = text.split("\n");
  const width = wrapWidthOf(all);
  for (const line of all) {
    const previous = lines.at(-1);
    const before = previous?.slice(previous.lastIndexOf("\n") + 1) ?? "";
    if (previous !== undefined && goesOn(before, line, width))
      lines[lines.length - 1] = `${previous}\n${line}`;
    else lines.push(line);
  }
  return lines;
}

/** The characters of a full line, if at least two lines are about that long; else Infinity. */
function wrapWidthOf(lines: string[]): number {
  const lengths = lines.filter((line) => !isCut.test(line)).map((line) => line.trimEnd().length);
  const [longest = 0, second = 0] = lengths.toSorted((one, other) => other - one);
  return longest >= leastWrapped && second >= longest * (1 - ragged) ? longest : Infinity;
}

/**
 * Whether a paragraph continues after a sentence: no line break follows, or one that only wraps it, because the line is full
 * or the next one indented.
 */
export function paragraphGoesOn(text: string, { end }: Sentence, next: Sentence): boolean {
  const gap = text.slice(end, next.start);
  if (!gap.includes("\n")) return true;
  if (/\n\s*\n/.test(gap) || itemMark.test(next.text)) return false;
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  return /\n[ \t]{2,}$/.test(gap) || isFull(line, next.text, wrapWidthOf(text.split("\n")));
}

/** Cells of a row. */
const isCut = /\t| \| /;

function goesOn(before: string, next: string, width: number): boolean {
  const line = before.trimEnd();
  if (line === "" || next.trim() === "" || isCut.test(before + next)) return false;
  if (/[.!?:;]["”')\]]*$/.test(line) || itemMark.test(next.trimStart())) return false;
  return /^\s*\p{Ll}/u.test(next) || (/[\p{L}\p{N},)]$/u.test(line) && isFull(line, next, width));
}

/** '- ', '(a) ', 'iv) ', '4.2 ' */
export const itemMark = /^(?:[-•*–]|\(?(?:\p{L}?\d{0,3}|[ivx]{1,5})[.)]|\d+(?:\.\d+)+\.?)\s/iu;

/** The first word of the next line didn't fit. */
function isFull(line: string, next: string, width: number): boolean {
  const [word = ""] = next.trim().split(/\s/, 1);
  return line.length + 1 + word.length > width * (1 - ragged);
}

/** A longer row has cells of several sentences, of which one answers. */
const longestWhole = 200;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function sentencesOfLine(line: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  // the segmenter ends a sentence at every line break, also where a sentence was wrapped
  const unwrapped = line.replaceAll(/\n[ \t]*/g, (gap) => " ".repeat(gap.length));
  // a short row is one as far as its last cell, whatever sentences or numbers of lists its cells hold
  const lastCell =
    line.length > longestWhole ? -1 : Math.max(line.lastIndexOf("\t"), line.lastIndexOf(" | "));
  for (const { segment, index } of segmenter.segment(unwrapped)) {
    const text = line.slice(index, index + segment.length);
    const previous = parts.at(-1);
    if (previous !== undefined && (index <= lastCell || continues(previous.text.trimEnd(), text)))
      previous.text += text;
    else parts.push({ text, start: index });
  }
  return parts;
}

/** '… see Art.' + '12 …', '(a)' + 'the …', '4.' + 'Refunds' are one. */
function continues(before: string, after: string): boolean {
  if (endsInAbbreviation(before)) return true;
  if (/^[\s([]*\(?[\da-zA-Z]{1,4}[.)]\s*$/.test(before)) return true;
  return /^[a-z0-9%,;)]/.test(after);
}
