import { isOn, parseWhole } from "#reading/extract/office/xml.ts";
import type { Zip } from "#reading/extract/office/zip.ts";

/** Ends of tags in the part's text; `closeEnd` equals `openEnd` for an empty element. */
export type WrittenParagraph = {
  openEnd: number;
  closeEnd: number;
  tag: string;
  text: string;
  isNumbered: boolean;
  /** Inside a field to fill in, whose placeholder would go on showing. */
  isInField: boolean;
};
export type WrittenTableCell = {
  column: number;
  span: number;
  closeEnd: number;
  tag: string;
  paragraphs: WrittenParagraph[];
  /** The row in which its text is seen: its own, or the first of the rows that it goes on from; null if none is. */
  seenIn: number | null;
};
export type DocumentText = {
  whole: string;
  /** Outside tables. */
  paragraphs: WrittenParagraph[];
  tables: WrittenTableCell[][][];
};

/** Not part of the text that people read, or a second copy of it. */
const skipped = new Set([
  "w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "mc:Fallback", "w:rPrChange", "w:pPrChange",
  "w:tblPrChange", "w:tcPrChange", "w:trPrChange", "w:txbxContent", "w:rt", "w:fldData", "w:binData", "w:footnote", "w:endnote",
]); // prettier-ignore

/** The paragraphs and the tables of a Word file's main part; a table inside a cell is part of the cell. */
export async function scanDocument(zip: Zip, part: string): Promise<DocumentText> {
  const paragraphs: WrittenParagraph[] = [];
  const tables: WrittenTableCell[][][] = [];
  const open: WrittenParagraph[] = [];
  const at = { tables: 0, skip: 0, fields: 0, fieldsOfCell: 0, isText: false, isHidden: false, column: 0 };
  const cellNow = () => tables.at(-1)?.at(-1)?.at(-1);
  const whole = await parseWhole(zip, part, {
    open: ({ name, attribute }, { end, tag }) => {
      if (at.skip > 0 || skipped.has(name)) {
        at.skip++;
        return;
      }
      if (name === "w:tbl") {
        if (++at.tables === 1) tables.push([]);
      } else if (name === "w:tr" && at.tables === 1) {
        tables.at(-1)?.push([]);
        at.column = 0;
      } else if (name === "w:gridBefore" && at.tables === 1) at.column = Number(attribute("val")) || 0;
      else if (name === "w:tc" && at.tables === 1) {
        at.fieldsOfCell = at.fields;
        const seenIn = (tables.at(-1)?.length ?? 1) - 1;
        const cell = { column: at.column, span: 1, closeEnd: end, tag, paragraphs: [], seenIn };
        tables.at(-1)?.at(-1)?.push(cell);
      } else if (name === "w:gridSpan" && at.tables === 1) {
        const cell = cellNow();
        if (cell !== undefined) cell.span = Math.max(1, Number(attribute("val")) || 1);
      } else if (name === "w:vMerge" && at.tables === 1) {
        const cell = cellNow();
        const above = tables
          .at(-1)
          ?.at(-2)
          ?.find(({ column }) => column === cell?.column);
        if (cell !== undefined && attribute("val") !== "restart") cell.seenIn = above?.seenIn ?? null;
      } else if (name === "w:sdt") at.fields++;
      else if (name === "w:p") {
        const isInField = at.fields > (at.tables > 0 ? at.fieldsOfCell : 0);
        open.push({ openEnd: end, closeEnd: end, tag, text: "", isNumbered: false, isInField });
      } else if (name === "w:numId") {
        const paragraph = open.at(-1);
        if (paragraph !== undefined) paragraph.isNumbered = attribute("val") !== "0";
      } else if (name === "w:r") at.isHidden = false;
      else if (name === "w:vanish") at.isHidden = isOn(attribute("val"));
      else if (name === "w:t") at.isText = true;
      else if ((name === "w:tab" || name === "w:br" || name === "w:cr") && attribute("val") === undefined)
        add(" ");
    },
    text: (text) => {
      if (at.isText && at.skip === 0 && !at.isHidden) add(text);
    },
    close: (name, end) => {
      if (at.skip > 0) {
        at.skip--;
        return;
      }
      if (name === "w:t") at.isText = false;
      else if (name === "w:sdt") at.fields--;
      else if (name === "w:tbl") at.tables--;
      else if (name === "w:tc" && at.tables === 1) {
        const cell = cellNow();
        if (cell === undefined) return;
        cell.closeEnd = end;
        at.column = cell.column + cell.span;
      } else if (name === "w:p") {
        const paragraph = open.pop();
        if (paragraph === undefined) return;
        paragraph.closeEnd = end;
        paragraph.text = paragraph.text.replace(/\s+/g, " ").trim();
        if (at.tables === 0) paragraphs.push(paragraph);
        else if (at.tables === 1) cellNow()?.paragraphs.push(paragraph);
        // of a table within a cell: only its text counts
        else if (paragraph.text !== "") cellNow()?.paragraphs.push({ ...paragraph, isInField: true });
      }
    },
  });
  function add(text: string): void {
    const paragraph = open.at(-1);
    if (paragraph !== undefined) paragraph.text += text;
  }
  return { whole, paragraphs, tables };
}
