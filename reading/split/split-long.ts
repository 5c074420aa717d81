import type { PassageSizes } from "./passage.ts";

export type Span = { start: number; end: number };

/**
 * Ends of sentences: a full stop, optional quotes or brackets, and white space; or a full-width stop; or the end of a line.
 */
const SENTENCE_END = /[.!?;:]["'”’)\]]*(?=\s)|[。！？；]|\n/g;

/**
 * Cuts a span that is too long into spans near the target size: between sentences, else between words, else between
 * characters. White space at a cut belongs to neither side.
 */
export function cutLong(text: string, start: number, end: number, sizes: PassageSizes): Span[] {
  const spans: Span[] = [];
  let from = skipSpace(text, start, end);
  while (end - from > sizes.most) {
    const to = cutAt(text, from, end, sizes.target);
    spans.push({ start: from, end: trimEnd(text, from, to) });
    from = skipSpace(text, to, end);
  }
  if (from < end) spans.push({ start: from, end: trimEnd(text, from, end) });
  return spans;
}

function cutAt(text: string, from: number, end: number, target: number): number {
  const window = text.slice(from, Math.min(end, from + target));
  const rest = end - from - window.length;
  // Leaves no tiny rest: splits the remainder in the middle rather than 90 to 10.
  const limit = rest < target / 3 ? Math.floor((end - from) / 2) + 1 : window.length;
  const half = window.slice(0, limit);
  let cut = 0;
  for (const match of half.matchAll(SENTENCE_END)) cut = match.index + match[0].length;
  if (cut >= half.length / 3) return from + cut;
  const space = half.search(/\s\S*$/);
  if (space >= half.length / 3) return from + space;
  const code = half.charCodeAt(half.length - 1);
  // A surrogate pair is one character.
  return from + (code >= 0xd800 && code <= 0xdbff ? half.length - 1 : half.length);
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(text.charAt(at))) at++;
  return at;
}

function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}
