import { longAt, wide, wordAt, type WordFile } from "./doc-file.ts";
import type { Properties } from "./doc-properties.ts";
import type { DocStyle } from "./doc-styles.ts";
import { symbolOf } from "../symbols.ts";
import { TINY_HALF_POINTS } from "./pieces.ts";

/** The visible properties of a run of characters. */
export type Look = {
  deleted: boolean;
  hidden: boolean;
  white: boolean;
  tiny: boolean;
  bold: boolean;
  struck: boolean;
  isPlaceholder: boolean;
  raised: boolean;
  /** The sign for the run's one character. */
  symbol: string | null;
};

const DELETED = 0x0800;
const BOLD = 0x0835;
const HIDDEN = 0x083c;
const STRUCK = 0x0837;
const STRUCK_TWICE = 0x2a53;
/** 1 is superscript, 2 subscript. */
const SCRIPT = 0x2a48;
/** Half points above the baseline, signed. */
const POSITION = 0x4845;
/** As in docx-run.ts. */
const LEAST_RAISED = 4;
const STYLE = 0x4a30;
const SIZE = 0x4a43;
const COLOR_NUMBER = 0x2a42;
const COLOR = 0x6870;
const SYMBOL = 0x6a09;
/** Shading and highlighting of characters and of paragraphs. */
const SHADES = [0x4866, 0xca71, 0x2a0c, 0x442d, 0xc64d];
const WHITE_NUMBER = 8;
/** Embossed and engraved letters are white with a visible edge. */
const EDGED = [0x0858, 0x0854];
/** As in docx-body.ts: a color with each channel at `FC` or above looks white. */
const WHITE = 0xfc;

export function lookOf(
  properties: Properties,
  paragraph: DocStyle,
  around: Properties,
  styles: (style: number) => DocStyle,
  fonts: string[],
): Look {
  const own = properties.get(STYLE);
  const isPlaceholder = own !== undefined && styles(wordAt(own, 0)).isPlaceholder;
  const inherited =
    own === undefined
      ? paragraph.characters
      : new Map([...paragraph.characters, ...styles(wordAt(own, 0)).characters]);
  const value = (code: number) => properties.get(code) ?? inherited.get(code);
  const isOn = (code: number): boolean => {
    const said = properties.get(code)?.[0] ?? 0x80;
    const before = inherited.get(code)?.[0] === 1;
    // 0x80: as the style says, 0x81: the opposite (ToggleOperand, MS-DOC 2.9.327)
    return said === 0x80 ? before : said === 0x81 ? !before : said === 1;
  };
  const size = value(SIZE);
  const halves = size === undefined ? 0 : wordAt(size, 0);
  const symbol = properties.get(SYMBOL);
  const isShaded = [properties, inherited, paragraph.paragraph, around].some((all) =>
    SHADES.some((code) => all.get(code)?.some((byte) => byte !== 0 && byte !== 0xff)),
  );
  return {
    deleted: isOn(DELETED),
    hidden: isOn(HIDDEN),
    white: isWhite(value(COLOR), value(COLOR_NUMBER)) && !isShaded && !EDGED.some(isOn),
    tiny: halves > 0 && halves <= TINY_HALF_POINTS,
    bold: isOn(BOLD),
    isPlaceholder,
    struck: isOn(STRUCK) || value(STRUCK_TWICE)?.[0] === 1,
    raised: value(SCRIPT)?.[0] === 1 || (value(POSITION)?.readInt16LE(0) ?? 0) >= LEAST_RAISED,
    symbol: symbol === undefined ? null : symbolOf(fonts[wordAt(symbol, 0)] ?? "", wordAt(symbol, 2)),
  };
}

function isWhite(color: Buffer | undefined, number: Buffer | undefined): boolean {
  if (color === undefined) return number?.[0] === WHITE_NUMBER;
  return color[3] === 0 && [0, 1, 2].every((channel) => (color[channel] ?? 0) >= WHITE);
}

const FONTS_FIELD = 0x0112;
/** Offset of a font's name in its record (FFN, MS-DOC 2.9.84). */
const NAME_AT = 40;

export function readFonts(file: WordFile): string[] {
  const table = file.table(FONTS_FIELD);
  const names: string[] = [];
  for (let at = 4; names.length < wordAt(table, 0) && at < table.length; at += 1 + (table[at] ?? 0)) {
    const name = wide(table.subarray(at + NAME_AT, at + 1 + (table[at] ?? 0)));
    names.push(name.split("\0")[0] ?? "");
  }
  return names;
}

/** Character positions of a position table, and the records after them. */
export function readPlaces(table: Buffer, recordBytes: number): { places: number[]; records: Buffer[] } {
  const count = Math.max(0, Math.floor((table.length - 4) / (4 + recordBytes)));
  const records = (count + 1) * 4;
  return {
    places: Array.from({ length: count + 1 }, (_, index) => longAt(table, index * 4)),
    records: Array.from({ length: count }, (_, index) =>
      table.subarray(records + index * recordBytes, records + (index + 1) * recordBytes),
    ),
  };
}
