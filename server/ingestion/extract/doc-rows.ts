import { openCfb } from "./cfb.ts";

const PAGE_BYTES = 512;
/** Where the file information block says which table stream is used, and where the pages of properties are listed. */
const FLAGS_AT = 10;
const TABLE_1_BIT = 0x0200;
const PAGES_AT = 0x0102;
/** `sprmPHugePapx`: the properties stand in the Data stream. */
const ASIDE = 0x6646;
const ROW_END = Buffer.from([0x17, 0x24, 0x01]);
const IN_TABLE = Buffer.from([0x16, 0x24, 0x01]);

/**
 * A copy of a Word 97-2003 file in which every end of a table's row is marked where word-extractor looks for it. Word keeps
 * long properties aside (MS-DOC 2.6.2), as of rows with five columns or more, and word-extractor does not follow; the six
 * bytes of the pointer hold just what they say of rows. Anything out of bounds is left as it is.
 */
export function withRowEnds(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  const file = openCfb(copy);
  const words = file?.sectors("WordDocument") ?? [];
  const head = words[0];
  const aside = file?.stream("Data", copy.length) ?? null;
  if (file === null || head === undefined || aside === null) return copy;
  const data = Buffer.from(aside);
  const name = (wordAt(head, FLAGS_AT) & TABLE_1_BIT) === 0 ? "0Table" : "1Table";
  const table = Buffer.from(file.stream(name, copy.length) ?? []);
  for (const number of pagesIn(table, longAt(head, PAGES_AT), longAt(head, PAGES_AT + 4))) {
    const at = number * PAGE_BYTES;
    const from = at % head.length;
    const page = words[Math.floor(at / head.length)]?.subarray(from, from + PAGE_BYTES);
    if (page?.length === PAGE_BYTES) markRowEnds(page, data);
  }
  return copy;
}

/** Numbers of the pages of paragraph properties (PlcBtePapx, MS-DOC 2.8.6). */
function pagesIn(table: Buffer, from: number, length: number): number[] {
  const list = table.subarray(from, from + length);
  const count = Math.max(0, Math.floor((list.length - 4) / 8));
  return Array.from({ length: count }, (_, place) => longAt(list, (count + 1 + place) * 4));
}

/** One page holds the ends of runs of text, and for each run where on the page its properties are (PapxFkp, 2.9.175). */
function markRowEnds(page: Buffer, data: Buffer): void {
  const runs = page[PAGE_BYTES - 1] ?? 0;
  for (let run = 0; run < runs; run++) {
    // the mark of a row's end is a run of one letter
    if (longAt(page, (run + 1) * 4) - longAt(page, run * 4) > 2) continue;
    const at = (page[(runs + 1) * 4 + run * 13] ?? 0) * 2;
    // a style's number (two bytes) comes first, and before it one byte of length, or two
    const pointer = at + (page[at] === 0 ? 4 : 3);
    if (wordAt(page, pointer) !== ASIDE) continue;
    const from = longAt(page, pointer + 2);
    const properties = data.subarray(from + 2, from + 2 + wordAt(data, from));
    if (properties.includes(ROW_END)) Buffer.concat([ROW_END, IN_TABLE]).copy(page, pointer);
  }
}

const wordAt = (bytes: Buffer, at: number) => (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0);
const longAt = (bytes: Buffer, at: number) => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0);
