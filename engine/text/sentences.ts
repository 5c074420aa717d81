/** A sentence and its position in the text (UTF-16 units). */
export type Sentence = { text: string; start: number; end: number };

const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|id|no|nos|art|sec|fed|bankr|cir|supp|vol|dept|tel|ss?|para|paras|pp?|fig|approx|inc|ltd|co|corp|mr|mrs|ms|dr|prof|st|jr|sr|u\.s|u\.k|a\.m|p\.m)|\b[A-Z])\.$/i;

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

/** A truncated text without its last sentence, which may be incomplete. */
export function withoutLastSentence(text: string): string {
  const last = sentencesOf(text).at(-1);
  return last === undefined || /[.!?]["”')\]]{0,4}$/.test(text.trimEnd())
    ? text
    : text.slice(0, last.start).trimEnd();
}

/** A line this long without a final full stop was wrapped. */
const wrapWidth = 55;

/** Lines, with wrapped ones joined (by their line break). */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const previous = lines.at(-1);
    const before = previous?.slice(previous.lastIndexOf("\n") + 1) ?? "";
    if (previous !== undefined && goesOn(before, line)) lines[lines.length - 1] = `${previous}\n${line}`;
    else lines.push(line);
  }
  return lines;
}

function goesOn(line: string, next: string): boolean {
  if (line.trim() === "" || next.trim() === "" || /\t| \| /.test(line + next)) return false;
  if (/[.!?:;]["”')\]]*\s*$/.test(line) || /^\s*(?:[-•*–]|\(?\p{L}?\d{0,3}[.)])\s/u.test(next)) return false;
  return /^\s*\p{Ll}/u.test(next) || line.length >= wrapWidth;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function sentencesOfLine(line: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  for (const { segment, index } of segmenter.segment(line)) {
    const previous = parts.at(-1);
    if (previous !== undefined && continues(previous.text.trimEnd(), segment)) previous.text += segment;
    else parts.push({ text: segment, start: index });
  }
  return parts;
}

/** '… see Art.' + '12 …', '(a)' + 'the …', '4.' + 'Refunds' are one. */
function continues(before: string, after: string): boolean {
  if (abbreviations.test(before)) return true;
  if (/^[\s([]*\(?[\da-zA-Z]{1,4}[.)]\s*$/.test(before)) return true;
  return /^[a-z0-9%,;)]/.test(after);
}
