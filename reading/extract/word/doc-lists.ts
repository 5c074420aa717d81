import { longAt, wide, wordAt, type WordFile } from "./doc-file.ts";
import { countLabels, type Labels, type Level, type List, type ListUse } from "./docx-lists.ts";

const LISTS_FIELD = 0x02e2;
const USES_FIELD = 0x02ea;
const LIST_BYTES = 28;
const USE_BYTES = 16;
/** More lists than any document uses; limits a false count. */
const MOST = 4_000;

/** `nfc` (MS-OSHARED 2.2.1.3) by the names of ECMA-376 17.18.59, from 0. */
const FORMATS =
  "decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad hindiVowels hindiConsonants hindiNumbers hindiCounting thaiLetters thaiNumbers thaiCounting vietnameseCounting numberInDash russianLower russianUpper".split(
    " ",
  );
const NO_NUMBER = 255;
/** Flags of a level: all its numbers in digits; no restart after every higher level, but from a limit on. */
const LEGAL = 0x04;
const NO_RESTART = 0x08;
const RESTART_AT = 26;

/** The labels of an old Word file's lists (PlfLst and PlfLfo, MS-DOC 2.9.192 and 2.9.193); uses are numbered from 1. */
export function readDocLabels(file: WordFile): Labels {
  const lists = new Map<string, List>();
  const heads = file.table(LISTS_FIELD);
  const count = Math.min(wordAt(heads, 0), MOST);
  // The levels follow the table, outside its length.
  const levels = file.tableFrom(LISTS_FIELD, 2 + count * LIST_BYTES);
  let at = 0;
  for (let index = 0; index < count; index++) {
    const head = 2 + index * LIST_BYTES;
    const simple = ((heads[head + 26] ?? 0) & 1) === 1;
    const list: List = { levels: new Map(), counters: new Map() };
    for (let depth = 0; depth < (simple ? 1 : 9) && at < levels.length; depth++) {
      const { level, length } = readLevel(levels, at);
      list.levels.set(depth, level);
      at += length;
    }
    lists.set(String(longAt(heads, head)), list);
  }
  return countLabels(lists, readUses(file.table(USES_FIELD)));
}

function readUses(table: Buffer): Map<string, ListUse> {
  const uses = new Map<string, ListUse>();
  const count = Math.min(longAt(table, 0), MOST);
  let at = 4 + count * USE_BYTES;
  for (let index = 0; index < count; index++) {
    const head = 4 + index * USE_BYTES;
    const use: ListUse = { list: String(longAt(table, head)), levels: new Map(), starts: new Map() };
    at += 4;
    for (let left = table[head + 12] ?? 0; left > 0 && at < table.length; left--) {
      const flags = table[at + 4] ?? 0;
      const depth = flags & 0x0f;
      if ((flags & 0x10) !== 0) use.starts.set(depth, longAt(table, at));
      at += 8;
      if ((flags & 0x20) === 0) continue;
      const { level, length } = readLevel(table, at);
      use.levels.set(depth, level);
      at += length;
    }
    uses.set(String(index + 1), use);
  }
  return uses;
}

/** One level (LVL, MS-DOC 2.9.150): 28 bytes, two lists of properties, its text with 0 to 8 for the numbers. */
function readLevel(bytes: Buffer, at: number): { level: Level; length: number } {
  const text = at + 28 + (bytes[at + 24] ?? 0) + (bytes[at + 25] ?? 0);
  const letters = wordAt(bytes, text);
  const raw = wide(bytes.subarray(text + 2, text + 2 + letters * 2));
  const code = bytes[at + 4] ?? 0;
  const flags = bytes[at + 5] ?? 0;
  const level = {
    start: longAt(bytes, at),
    format: code === NO_NUMBER ? "none" : (FORMATS[code] ?? "unknown"),
    isLegal: (flags & LEGAL) !== 0,
    ...((flags & NO_RESTART) === 0 ? {} : { restart: bytes[at + RESTART_AT] ?? 0 }),
    text: raw.replace(/[\0-\x08]/g, (number) => `%${number.charCodeAt(0) + 1}`), // eslint-disable-line no-control-regex
  };
  return { level, length: text + 2 + letters * 2 - at };
}
