export type Row = { cells: string[]; start: number; end: number };
/** A part of an extracted text with its position, in UTF-16 code units. */
export type TextPart = { type: "text"; start: number; end: number } | { type: "table"; rows: Row[] };

/** Tabs separate the cells of PDF rows, bars those of Word and text files (reading/extract/tables.ts). */
const separators = ["\t", " | "];
/** One line with a tab isn't a table. */
const fewestRows = 2;

/** Splits an extracted text into tables (consecutive lines with cells) and the text between them. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let rows: Row[] = [];
  let from = 0;
  const endTable = () => {
    const [first] = rows;
    const last = rows.at(-1);
    if (first !== undefined && last !== undefined && rows.length >= fewestRows) {
      if (text.slice(from, first.start).trim() !== "")
        parts.push({ type: "text", start: from, end: first.start });
      parts.push({ type: "table", rows });
      from = last.end;
    }
    rows = [];
  };
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const separator = separators.find((sign) => line.includes(sign));
    if (separator === undefined) endTable();
    else rows.push({ cells: line.split(separator).map((cell) => cell.trim()), start, end });
    start = end + 1;
  }
  endTable();
  if (text.slice(from).trim() !== "") parts.push({ type: "text", start: from, end: text.length });
  return parts;
}

/** A text with its cells on one line, for views without tables. */
export function inOneLine(text: string): string {
  return text.replaceAll("\t", " · ").replaceAll(" | ", " · ");
}
