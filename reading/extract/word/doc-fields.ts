import { longAt, wide, wordAt } from "./doc-file.ts";
import type { Properties } from "./doc-properties.ts";

/** The field's character stands for data in the stream `Data`, at a place (sprmCFData, sprmCPicLocation). */
const IS_DATA = 0x0806;
const PLACE = 0x6a03;
/** Of the record's head, before the data of the field (NilPICFAndBinData, MS-DOC 2.9.158). */
const HEAD_LENGTH_AT = 4;
/** Kinds of form fields, and the state that says to take the default (FFData, MS-DOC 2.9.78). */
const CHECK_BOX = 1;
const CHOICE = 2;
const AS_AT_FIRST = 25;
const NAME_AT = 10;
/** More entries than Word allows in a choice. */
const MOST_ENTRIES = 100;

/** What Word draws for a form field that has no text: `☒`, `☐` or the choice. */
export function drawnValue(properties: Properties, data: Buffer): string | null {
  const place = properties.get(PLACE);
  if (place === undefined || properties.get(IS_DATA)?.[0] !== 1) return null;
  const record = data.subarray(longAt(place, 0));
  const field = record.subarray(wordAt(record, HEAD_LENGTH_AT), longAt(record, 0));
  const bits = wordAt(field, 4);
  const kind = bits & 3;
  if (kind !== CHECK_BOX && kind !== CHOICE) return null;
  const first = afterText(field, NAME_AT);
  const state = (bits >> 2) & 31;
  const value = state === AS_AT_FIRST ? wordAt(field, first) : state;
  if (kind === CHECK_BOX) return value === 1 ? "☒" : "☐";
  // the format, two help texts and two macros precede the entries
  let at = first + 2;
  for (let text = 0; text < 5; text++) at = afterText(field, at);
  return entriesOf(field.subarray(at))[value] ?? null;
}

/** The place after a text with its length before it and a zero after it (Xstz, MS-DOC 2.9.354). */
const afterText = (bytes: Buffer, at: number) => at + 2 + wordAt(bytes, at) * 2 + 2;

/** The texts of a table (STTB, MS-DOC 2.2.4). */
function entriesOf(table: Buffer): string[] {
  const count = Math.min(wordAt(table, 2), MOST_ENTRIES);
  const extra = wordAt(table, 4);
  const entries: string[] = [];
  for (let at = 6; entries.length < count && at + 2 <= table.length;) {
    const end = at + 2 + wordAt(table, at) * 2;
    entries.push(wide(table.subarray(at + 2, end)));
    at = end + extra;
  }
  return entries;
}
