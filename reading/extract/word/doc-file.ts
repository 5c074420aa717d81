import type { Cfb } from "./cfb.ts";

/** A run of characters stored contiguously in the file (a piece, MS-DOC 2.8.35). */
type TextRun = { start: number; end: number; at: number; width: 1 | 2 };

/** The structure of a Word 97-2003 file: its whole text and the location of each character, its tables, its counts. */
export type WordFile = {
  /** All stories in sequence, one UTF-16 code unit per character. */
  text: string;
  /** Offset of a character in the stream `WordDocument`: properties refer to these offsets. */
  placeOf: (character: number) => number;
  document: Buffer;
  data: Buffer;
  /** The part of the table stream named by a field of the file information block. */
  table: (field: number) => Buffer;
  /** The table stream from an offset relative to the start of that part. */
  tableFrom: (field: number, offset: number) => Buffer;
  /** Characters of the stories: main text, footnotes, headers, (unused), comments, endnotes, text boxes. */
  lengths: number[];
};

const TABLE_1_BIT = 0x0200;
const FLAGS_AT = 0x0a;
const LENGTHS_AT = 0x4c;
const STORIES = 7;
const PIECES_AT = 0x1a2;
const COMPRESSED_BIT = 0x40000000;

/** Returns null if the file's tables contradict its size. */
export function openWordFile(container: Cfb, most: number): WordFile | null {
  const read = (name: string) => Buffer.from(container.stream(name, most) ?? []);
  const document = read("WordDocument");
  const tables = read((wordAt(document, FLAGS_AT) & TABLE_1_BIT) === 0 ? "0Table" : "1Table");
  const table = (field: number) => {
    const from = longAt(document, field);
    return tables.subarray(from, from + longAt(document, field + 4));
  };
  const tableFrom = (field: number, offset: number) => tables.subarray(longAt(document, field) + offset);
  const runs = readRuns(table(PIECES_AT));
  const parts: string[] = [];
  for (const { start, end, at, width } of runs) {
    const bytes = document.subarray(at, at + (end - start) * width);
    const piece = width === 1 ? western(bytes) : wide(bytes);
    if (piece.length !== end - start) return null;
    parts.push(piece);
  }
  const text = parts.join("");
  const claimed = Array.from({ length: STORIES }, (_, story) => longAt(document, LENGTHS_AT + story * 4));
  if ((claimed[0] ?? 0) > text.length || isNotText(text)) return null;
  let last = 0;
  const placeOf = (character: number): number => {
    if (!isIn(runs[last], character))
      last = isIn(runs[last + 1], character) ? last + 1 : runAt(runs, character);
    const run = runs[last];
    return run === undefined ? 0 : run.at + (character - run.start) * run.width;
  };
  return {
    text,
    placeOf,
    document,
    data: read("Data"),
    table,
    tableFrom,
    lengths: within(text.length, claimed),
  };
}

/** Lengths bounded by the available total: a damaged length of two billion would take minutes to walk through. */
function within(available: number, claimed: number[]): number[] {
  let left = available;
  return claimed.map((length) => {
    const held = Math.min(Math.max(0, length), left);
    left -= held;
    return held;
  });
}

/** Windows-1252 characters in place of Latin-1's control characters, from 0x80. */
const WESTERN = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const western = (bytes: Buffer) =>
  bytes.toString("latin1").replace(/[\x80-\x9f]/g, (sign) => WESTERN.charAt(sign.charCodeAt(0) - 0x80)); // eslint-disable-line no-control-regex

const isIn = (run: TextRun | undefined, character: number) =>
  run !== undefined && character >= run.start && character < run.end;

function runAt(runs: TextRun[], character: number): number {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) <= character) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Characters that no Word file has in more than a few places: the pieces point at other data. */
function isNotText(text: string): boolean {
  const strange = text.match(/[\0\x0f-\x12\x16-\x1d\xff\ufffd-\uffff]/g)?.length ?? 0; // eslint-disable-line no-control-regex
  return strange > text.length * 0.02;
}

/** The piece table comes after the property changes of quick saves (Clx, MS-DOC 2.9.38). */
function readRuns(clx: Buffer): TextRun[] {
  let at = 0;
  while (clx[at] === 1) at += 3 + wordAt(clx, at + 1);
  if (clx[at] !== 2) return [];
  const list = clx.subarray(at + 5, at + 5 + longAt(clx, at + 1));
  const count = Math.max(0, Math.floor((list.length - 4) / 12));
  const runs: TextRun[] = [];
  for (let piece = 0; piece < count; piece++) {
    const start = longAt(list, piece * 4);
    const end = longAt(list, piece * 4 + 4);
    const place = longAt(list, (count + 1) * 4 + piece * 8 + 2);
    const compressed = (place & COMPRESSED_BIT) !== 0;
    const from = place & (COMPRESSED_BIT - 1);
    if (end > start) runs.push({ start, end, at: compressed ? from / 2 : from, width: compressed ? 1 : 2 });
  }
  return runs;
}

export const wordAt = (bytes: Buffer, at: number) =>
  at >= 0 && at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0;
export const longAt = (bytes: Buffer, at: number) =>
  at >= 0 && at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;

/** UTF-16 in whole code units: for half a unit at an odd address, Node 24 writes a byte out of bounds and aborts. */
export const wide = (bytes: Buffer): string =>
  bytes.toString("utf16le", 0, bytes.length - (bytes.length % 2));
