import { longAt, wordAt, type WordFile } from "./doc-file.ts";

/** Properties by their codes (sprm, MS-DOC 2.6), each with the bytes of its value; later ones override. */
export type Properties = Map<number, Buffer>;
type Run = { from: number; to: number; read: () => Properties; style: number };
/** Properties at an offset of the stream `WordDocument`; `style` is a paragraph's style. */
export type PropertiesAt = (place: number) => { properties: Properties; style: number };

const PAGE_BYTES = 512;
const CHARACTERS_FIELD = 0x00fa;
const PARAGRAPHS_FIELD = 0x0102;
/** `sprmPHugePapx`, `sprmPTableProps`: the properties are in the stream `Data`. */
const ASIDE = new Set([0x6646, 0x6645, 0x646b]);
const TABLE_DEFINITION = 0xd608;
const NONE: Properties = new Map();

export function characterProperties(file: WordFile): PropertiesAt {
  return lookUp(
    pagesOf(file, CHARACTERS_FIELD).flatMap((page) =>
      runsOf(page, (run, count) => {
        const at = (page[(count + 1) * 4 + run] ?? 0) * 2;
        const length = page[at] ?? 0;
        return { style: 0, read: () => (at === 0 ? NONE : readProperties(page.subarray(at + 1, at + 1 + length), file.data)) };
      }),
    ),
  ); // prettier-ignore
}

export function paragraphProperties(file: WordFile): PropertiesAt {
  return lookUp(
    pagesOf(file, PARAGRAPHS_FIELD).flatMap((page) =>
      runsOf(page, (run, count) => {
        const at = (page[(count + 1) * 4 + run * 13] ?? 0) * 2;
        // one byte of length in words, or a zero and then the byte
        const long = page[at] === 0;
        const from = at + (long ? 2 : 1);
        const length = long ? (page[at + 1] ?? 0) * 2 : (page[at] ?? 0) * 2 - 1;
        if (at === 0) return { style: 0, read: () => NONE };
        const bytes = page.subarray(from + 2, from + Math.max(2, length));
        return { style: wordAt(page, from), read: () => readProperties(bytes, file.data) };
      }),
    ),
  ); // prettier-ignore
}

/** Reads a list of properties. Every length is known: the code contains it. */
export function readProperties(bytes: Buffer, data: Buffer, depth = 0): Properties {
  const found: Properties = new Map();
  for (let at = 0; at + 2 <= bytes.length;) {
    const code = wordAt(bytes, at);
    const { from, length } = operand(bytes, code, at + 2);
    const value = bytes.subarray(from, from + length);
    found.set(code, value);
    if (ASIDE.has(code) && depth === 0) {
      const place = longAt(value, 0);
      const aside = data.subarray(place + 2, place + 2 + wordAt(data, place));
      for (const [other, its] of readProperties(aside, data, 1)) found.set(other, its);
    }
    at = from + length;
  }
  return found;
}

function operand(bytes: Buffer, code: number, at: number): { from: number; length: number } {
  if (code === TABLE_DEFINITION) return { from: at + 2, length: Math.max(0, wordAt(bytes, at) - 1) };
  const kind = code >> 13;
  if (kind === 6) return { from: at + 1, length: bytes[at] ?? 0 };
  return { from: at, length: [1, 1, 2, 4, 2, 2, 0, 3][kind] ?? 1 };
}

/** The property pages listed by a table of the file (PlcBteChpx, PlcBtePapx). */
function pagesOf(file: WordFile, field: number): Buffer[] {
  const list = file.table(field);
  const count = Math.max(0, Math.floor((list.length - 4) / 8));
  return Array.from({ length: count }, (_, place) => {
    const at = (longAt(list, (count + 1 + place) * 4) & 0x3fffff) * PAGE_BYTES;
    return file.document.subarray(at, at + PAGE_BYTES);
  }).filter((page) => page.length === PAGE_BYTES);
}

function runsOf(
  page: Buffer,
  of: (run: number, count: number) => { style: number; read: () => Properties },
): Run[] {
  const count = page[PAGE_BYTES - 1] ?? 0;
  return Array.from({ length: count }, (_, run) => {
    const { style, read } = of(run, count);
    let known: Properties | null = null;
    return {
      from: longAt(page, run * 4),
      to: longAt(page, run * 4 + 4),
      style,
      read: () => (known ??= read()),
    };
  });
}

function lookUp(runs: Run[]): PropertiesAt {
  runs.sort((a, b) => a.from - b.from);
  let last: Run | undefined;
  return (place) => {
    if (last === undefined || place < last.from || place >= last.to) last = findRun(runs, place);
    return last === undefined
      ? { properties: NONE, style: 0 }
      : { properties: last.read(), style: last.style };
  };
}

function findRun(runs: Run[], place: number): Run | undefined {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && run.from <= place ? run : undefined;
}
