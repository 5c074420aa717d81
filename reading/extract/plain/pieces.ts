import type { Piece } from "../parts.ts";
import { typedLabel } from "../raised.ts";
import { HEADING_CHARACTERS, headingLevel } from "./lines.ts";
import { tableReader } from "./tables.ts";

const BULLET = /^\s*(?:[•◦▪■●○–—*·‣⁃\uF0B7-]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,6})[.)]\s+)\S/;
const ENDED = /[.!?:;]["'”’)\]]*$/;
/** A line this much shorter than the text width was broken on purpose. */
const WIDTH_SHARE = 0.85;
/** Nine of ten lines are within the width: the rest are tables and addresses. */
const WIDTH_QUANTILE = 0.9;
/** Of a heading directly above its text. */
const CLOSE_HEADING_CHARACTERS = 60;
/** A line drawn below a heading, or between parts. */
const RULE = /^\s*([-=~*#─═])\1{2,}\s*$/;

/**
 * Turns plain lines into pieces: blank lines separate paragraphs, and so do lines that end early with a sentence; wrapped
 * lines keep their breaks inside one paragraph. `width` is that of the whole text, in characters.
 */
export function linesToPieces(lines: string[], width: number): Piece[] {
  const pieces: Piece[] = [];
  let open: string[] = [];
  const flush = () => {
    const text = open.join("\n").trimEnd();
    if (text.trim() !== "") pieces.push({ type: BULLET.test(text) ? "list_item" : "paragraph", text });
    open = [];
  };
  const clean = lines.map((raw) => raw.replaceAll("\0", "").trimEnd());
  const tableAt = tableReader(clean);
  for (let index = 0; index < clean.length; index++) {
    const line = clean[index] ?? "";
    if (line.trim() === "") {
      flush();
      continue;
    }
    const table = tableAt(index);
    if (table !== null) {
      flush();
      pieces.push(...table.pieces);
      index = table.end - 1;
      continue;
    }
    if (RULE.test(line)) {
      flush();
      continue;
    }
    const next = clean[index + 1] ?? "";
    if (RULE.test(next) && open.length === 0 && isTitle(line)) {
      pieces.push({ type: "heading", level: underlinedLevel(line, next), text: line.trim() });
      continue;
    }
    const before = open.at(-1);
    // a note begins with its mark
    const isItem = BULLET.test(line) || typedLabel(line) !== null;
    if (isItem || (before !== undefined && ENDED.test(before) && isBroken(before, line, width))) flush();
    const isNext = isItem && before !== undefined;
    const level = open.length === 0 && !isNext ? levelOf(line, next, width) : null;
    if (level === null) open.push(line);
    else pieces.push({ type: "heading", level, text: line.trim() });
  }
  flush();
  return pieces;
}

/** The text width, which most lines don't exceed. */
export function widthOf(lines: string[]): number {
  const lengths = lines.map((line) => line.trimEnd().length).filter((length) => length > 0);
  lengths.sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * WIDTH_QUANTILE)] ?? 0;
}

/** The next line's first word would have fit. */
const isBroken = (line: string, next: string, width: number) =>
  line.length + 1 + (next.trim().split(/\s/)[0] ?? "").length <= width * WIDTH_SHARE;

const isTitle = (line: string) => /\p{L}{2}/u.test(line) && line.trim().length <= HEADING_CHARACTERS;

/** A double line marks the highest level, a single one that of the heading's number. */
function underlinedLevel(line: string, rule: string): number {
  if (/[=═]/.test(rule)) return 1;
  return (/\d/.test(line) ? headingLevel(line) : null) ?? 2;
}

/** A heading stands alone, or above text whose lines had room for it. */
function levelOf(line: string, next: string, width: number): number | null {
  const level = headingLevel(line);
  if (level === null || next.trim() === "" || /^#{1,6}\s/.test(line)) return level;
  const below = headingLevel(next);
  // `1. Fire` above `2. Theft` is a list; `1. Cover` above `1.1 Fire` isn't.
  if (/;|\b(?:and|or)$/.test(line)) return null;
  if (below === level || line.length > CLOSE_HEADING_CHARACTERS || !isBroken(line, next, width)) return null;
  const isNumbered = /\d|^\s*(?:article|section|chapter|part)\b/i.test(line);
  const isText = /^\s*["“(]?[\p{Lu}\d]/u.test(next) && (isNumbered || next.length > width / 2);
  return isText ? level : null;
}
