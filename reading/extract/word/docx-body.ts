import type { Labels, ListPlace } from "./docx-lists.ts";
import { readLook, type Run, runOf } from "./docx-run.ts";
import { fontOf, isShade, outlineLevel, type Style, type Styles } from "./docx-styles.ts";
import { type Element, type Handler, isOn } from "../office/xml.ts";
import { raised } from "../raised.ts";
import { fieldReader } from "./docx-fields.ts";
import { type FieldNumbers, isNumberField } from "./number-fields.ts";
import {
  type BodyPiece,
  type Findings,
  isPrompt,
  isTextField,
  nothingFoundYet,
  paragraphPiece,
  tidyParagraph,
} from "./pieces.ts";
import { symbolOf, textIn } from "../symbols.ts";
import { type Cell, emptyCell, type Row, rowPieces } from "./tables.ts";

type Paragraph = {
  text: string;
  style: Style;
  level: number | null;
  list: ListPlace | null;
  /** The number of a field with which it begins. */
  number: string;
  shaded: boolean;
  bold: number;
  after: BodyPiece[];
  /** Its paragraph mark was deleted: the next paragraph is part of it. */
  goesOn: boolean;
  isMarkHidden: boolean;
};
type Container = Cell & {
  kind: "body" | "cell" | "box" | "note";
  shaded: boolean;
  unended: Paragraph | null;
};
/** `after`: the columns that a row leaves empty at its end. */
type Table = { rows: Row[]; cells: Cell[]; header: boolean; after: number };

const container = (kind: Container["kind"]): Container => ({
  ...emptyCell(1),
  kind,
  shaded: false,
  unended: null,
});

/**
 * Skipped with all their content: deletions, field codes, old formatting, the duplicate of an alternative, ruby text.
 */
const SKIPPED = new Set([
  "w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "mc:Fallback", "w:rPrChange", "w:pPrChange",
  "w:tblPrChange", "w:tcPrChange", "w:trPrChange", "w:sectPrChange", "w:sdtPr", "w:sectPr", "w:pict-data", "w:fldData", "w:binData", "w:rt",
]); // prettier-ignore
const MARKS = new Map([
  ["w:tab", " "],
  ["w:ptab", " "],
  ["w:br", "\n"],
  ["w:cr", "\n"],
  ["w:noBreakHyphen", "-"],
]);
/** Parts of a formula that would run into the text before them. */
const FORMULA_MARKS = new Map([
  ["m:den", "/"],
  ["m:sup", "^"],
]);
/** The properties of a picture or drawing, in old files a shape, with an alternative text. */
const isDescribed = (name: string, attribute: Element["attribute"]) =>
  /\S/.test((name === ":docPr" ? attribute("descr") : name === ":shape" ? attribute("alt") : "") ?? "");

export type BodyReader = Handler & { pieces: BodyPiece[]; notes: Map<string, string>; findings: Findings };

/**
 * Reads the story of a part (document, footnotes, a header) into pieces. `notes` contains the texts of footnotes by id,
 * inserted after the paragraph that refers to them.
 */
export function readBody(
  styles: Styles,
  labels: Labels,
  notes: Map<string, string>,
  budget: (characters: number) => void,
  numbers: FieldNumbers = () => null,
): BodyReader {
  const body = container("body");
  const containers: Container[] = [body];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  const path: string[] = [];
  const found = new Map<string, string>();
  const findings = nothingFoundYet();
  let run: Run | null = null;
  const fields = fieldReader((text) => add(text));
  /** For each open content control, whether it shows a placeholder. */
  const controls: boolean[] = [];
  /** The code of the last field, until a result follows; null inside a result. */
  let code: string | null = null;
  let isCode = false;
  /** The paragraph of an open text field, and its length before the field's text. */
  let entry: { paragraph: Paragraph; from: number } | null = null;
  /** The code of an open simple field, and the paragraph's length before it. */
  let simple: { code: string; from: number } | null = null;
  let skip = 0;
  let reading = false;
  let noteId: string | null = null;
  let pending: BodyPiece[] = [];

  const top = () => containers.at(-1) ?? body;
  const paragraph = () => paragraphs.at(-1) ?? null;
  const parent = (back: number) => path.at(-1 - back) ?? "";

  /** Counts text that readers can't see; true if it must be skipped. */
  const isUnseen = (shaded: boolean): boolean => {
    if (run?.isMark === true) return true;
    if (run?.hidden === true) findings.hidden++;
    else if (run?.struck === true || run?.struckTwice === true) findings.struck++;
    else if (run?.tiny === true) findings.tiny++;
    else if (run?.white === true && !shaded) {
      // A table's style may color its cells, which isn't read: the text is kept, with a warning.
      if (tables.length > 0) {
        findings.whiteKept++;
        return false;
      }
      findings.white++;
    } else return false;
    return true;
  };

  const add = (text: string) => {
    const open = paragraph();
    if (open === null || controls.includes(true)) return;
    const boxed = containers.some((container) => container.kind === "box");
    const shaded = run?.shaded === true || open.shaded || top().shaded || boxed;
    if (isUnseen(shaded)) return;
    budget(text.length);
    open.text += run?.raised === true ? raised(text) : text;
    if (run?.bold === true) open.bold += text.length;
  };

  /** Adds what Word counts as it prints. */
  const addNumber = (code: string) => {
    const open = paragraph();
    if (open === null || !isNumberField(code)) return;
    const list = open.list ?? open.style.list;
    const isListed = list !== null && list.id !== "0";
    const number = numbers(code, { paragraph: open, heading: open.style.level, isListed });
    const before = open.text;
    if (number === null) findings.numbers++;
    else add(number);
    if (before.trim() === "" && open.number === "" && open.text !== before)
      Object.assign(open, { text: before, number });
  };

  const closeParagraph = () => {
    const open = paragraphs.pop();
    if (open === undefined) return;
    const before = top().unended;
    top().unended = null;
    if (before !== null) {
      open.text = before.text + open.text;
      open.after.unshift(...before.after);
    }
    if (open.goesOn) {
      top().unended = open;
      return;
    }
    const text = tidyParagraph(open.text);
    const list = open.list ?? open.style.list;
    const level = open.level ?? open.style.level;
    // an empty paragraph counts too, unless it is hidden
    const isCounted = list !== null && list.id !== "0" && !(text === "" && open.isMarkHidden);
    const label = [isCounted ? labels(list) : "", open.number].filter(Boolean).join(" ");
    if (text === "" && top().kind === "cell" && /\w/.test(label))
      top().pieces.push({ type: "paragraph", text: label });
    if (text !== "") top().pieces.push(toPiece(open, text, level, label));
    top().pieces.push(...open.after);
    flush();
  };
  const toPiece = (open: Paragraph, text: string, level: number | null, label: string): BodyPiece => {
    const bold = open.style.bold || open.bold > text.length * 0.8;
    return paragraphPiece(text, { label, level, title: open.style.title, bold });
  };
  const flush = () => {
    if (containers.length > 1 || pending.length === 0) return;
    body.pieces.push(...pending);
    pending = [];
  };

  const open = (element: Element) => {
    const { name } = element;
    if (skip > 0 || SKIPPED.has(name)) {
      if (
        (name === "w:del" || name === "w:moveFrom") &&
        skip === 0 &&
        parent(0) !== "w:rPr" &&
        parent(0) !== "w:trPr"
      )
        findings.deletions++;
      const open = paragraph();
      if (name === "w:showingPlcHdr" && isOn(element.attribute("val"))) controls[controls.length - 1] = true;
      if (name === "w:del" && skip === 0 && parent(0) === "w:rPr" && parent(1) === "w:pPr" && open !== null)
        open.goesOn = true;
      isCode = skip === 0 && name === "w:instrText";
      skip++;
      return;
    }
    const value = element.name === "w:rFonts" ? fontOf(element.attribute) : element.attribute("val");
    switch (name) {
      case "w:p":
        paragraphs.push({
          text: "",
          style: styles(null),
          level: null,
          list: null,
          number: "",
          shaded: false,
          bold: 0,
          after: [],
          goesOn: false,
          isMarkHidden: false,
        });
        run = null;
        break;
      case "w:r":
        run = runOf(paragraph()?.style ?? styles(null));
        break;
      case "w:t":
      case "m:t":
        reading = true;
        break;
      case "w:txbxContent":
        containers.push(container("box"));
        break;
      case "w:tbl":
        tables.push({ rows: [], cells: [], header: false, after: 0 });
        break;
      case "w:tr": {
        const table = tables.at(-1);
        if (table !== undefined) Object.assign(table, { cells: [], header: false, after: 0 });
        break;
      }
      case "w:tc":
        containers.push(container("cell"));
        break;
      case "w:tblHeader": {
        const table = tables.at(-1);
        if (table !== undefined) table.header = isOn(value);
        break;
      }
      case "w:footnote":
      case "w:endnote":
        noteId =
          element.attribute("type") === undefined || element.attribute("type") === "normal"
            ? (element.attribute("id") ?? null)
            : null;
        containers.push(container("note"));
        break;
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const text = notes.get(
          `${name === "w:footnoteReference" ? "f" : "e"}${element.attribute("id") ?? ""}`,
        );
        if (text !== undefined && text !== "") pending.push({ type: "footnote", text });
        if (run !== null) run.isMark = isOn(element.attribute("customMarkFollows") ?? "0");
        break;
      }
      case "w:sdt":
        controls.push(false);
        break;
      case "w:fldChar": {
        const type = element.attribute("fldCharType");
        if (type === "end" && code !== null) addNumber(code);
        const open = paragraph();
        if (type === "separate" && open !== null && isTextField(code ?? ""))
          entry = { paragraph: open, from: open.text.length };
        if (type === "end" && entry !== null) {
          const { paragraph: own, from } = entry;
          if (isPrompt(own.text.slice(from))) own.text = own.text.slice(0, from);
          entry = null;
        }
        code = type === "begin" ? "" : null;
        readProperty(element, value);
        break;
      }
      case "w:fldSimple":
        simple = { code: element.attribute("instr") ?? "", from: paragraph()?.text.length ?? 0 };
        break;
      case "w:altChunk":
        findings.chunks++;
        break;
      default:
        readProperty(element, value);
    }
    path.push(name);
  };

  const readProperty = ({ name, attribute }: Element, value: string | undefined) => {
    if (isDescribed(name, attribute)) findings.described++;
    if (name === "w:sym")
      add(symbolOf(attribute("font") ?? "", Number.parseInt(attribute("char") ?? "", 16) || 0));
    const formula = FORMULA_MARKS.get(name);
    if (formula !== undefined) add(formula);
    const mark = MARKS.get(name);
    // `w:tab` is also a tab stop's definition.
    if (mark !== undefined) {
      if (parent(0) === "w:r") add(mark);
      return;
    }
    const current = paragraph();
    const shaded = name === "w:shd" && isShade(attribute("fill"));
    fields.read(name, value);
    if (name === "w:vanish" && parent(0) === "w:rPr" && parent(1) === "w:pPr" && current !== null)
      current.isMarkHidden = isOn(value);
    if (parent(0) === "w:rPr" && parent(1) === "w:r" && run !== null) {
      readLook(run, name, value, shaded, styles);
    } else if (current !== null && (parent(0) === "w:pPr" || parent(0) === "w:numPr")) {
      if (name === "w:pStyle") current.style = styles(value ?? null);
      else if (name === "w:outlineLvl") current.level = outlineLevel(value);
      else if (name === "w:numId") current.list = { id: value ?? "0", level: current.list?.level ?? 0 };
      else if (name === "w:ilvl")
        current.list = { id: current.list?.id ?? current.style.list?.id ?? "0", level: Number(value ?? 0) };
      else if (shaded) current.shaded = true;
    } else if (parent(0) === "w:tcPr") {
      if (shaded) top().shaded = true;
      else if (name === "w:gridSpan") top().span = Math.max(1, Number(value) || 1);
      else if (name === "w:vMerge") top().down = value === "restart" ? "begins" : "goes on";
    } else if (parent(0) === "w:trPr" && Number(value) > 0) {
      const table = tables.at(-1);
      if (name === "w:gridBefore") table?.cells.push(emptyCell(Number(value)));
      if (name === "w:gridAfter" && table !== undefined) table.after = Number(value);
    }
  };

  const close = (name: string) => {
    if (skip > 0) {
      skip--;
      return;
    }
    path.pop();
    if (name === "w:p") closeParagraph();
    else if (name === "w:r") run = null;
    else if (name === "w:sdt") controls.pop();
    else if (name === "w:fldSimple") {
      if (paragraph()?.text.length === simple?.from) addNumber(simple?.code ?? "");
      simple = null;
    } else if (name === "w:ffData") fields.close();
    else if (name === "w:t" || name === "m:t") reading = false;
    else if (name === "w:txbxContent") {
      const box = containers.pop();
      paragraph()?.after.push(...(box?.pieces ?? []));
    } else if (name === "w:tc") tables.at(-1)?.cells.push(containers.pop() ?? emptyCell(1));
    else if (name === "w:tr") {
      const table = tables.at(-1);
      if (table !== undefined && table.after > 0 && table.cells.length > 1)
        table.cells.push(emptyCell(table.after));
      table?.rows.push({ cells: table.cells, header: table.header });
    } else if (name === "w:tbl") {
      top().pieces.push(...rowPieces(tables.pop()?.rows ?? [], tables.length > 0));
      flush();
    } else if (name === "w:footnote" || name === "w:endnote") {
      const text = (containers.pop()?.pieces ?? []).map((piece) => piece.text).join(" ");
      if (noteId !== null) found.set(`${name === "w:footnote" ? "f" : "e"}${noteId}`, text);
    }
  };

  return {
    open,
    close,
    text: (text) => {
      if (reading && skip === 0) add(textIn(run?.font ?? null, text));
      else if (isCode && skip === 1) code = (code ?? "") + text;
    },
    pieces: body.pieces,
    notes: found,
    findings,
  };
}
