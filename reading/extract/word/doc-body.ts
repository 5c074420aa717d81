import { drawnValue } from "./doc-fields.ts";
import { longAt, wordAt, type WordFile } from "./doc-file.ts";
import { type Look, lookOf, readFonts } from "./doc-look.ts";
import { characterProperties, paragraphProperties, type Properties } from "./doc-properties.ts";
import { type DocStyle, readDocStyles } from "./doc-styles.ts";
import type { Labels } from "./docx-lists.ts";
import { raised } from "../raised.ts";
import { type FieldNumbers, isNumberField } from "./number-fields.ts";
import {
  type BodyPiece,
  type Findings,
  isPrompt,
  isTextField,
  paragraphPiece,
  tidyParagraph,
} from "./pieces.ts";
import { rowPieces, type Row } from "./tables.ts";
import { rowOf, withSpans } from "./doc-tables.ts";

/** Reads characters `start` to `end`; `asides` are pieces inserted after the paragraph of their character. */
export type StoryReader = (
  start: number,
  end: number,
  labels: Labels,
  asides?: Map<number, BodyPiece[]>,
  numbers?: FieldNumbers,
) => BodyPiece[];

/** An open field: its code once it is whole, whether its result shows, what is drawn for it, and where code and text begin. */
type Field = { code: string; shown: boolean; value: string | null; begin: number; from: number };
/** Its text asks for a value, and is what somebody may click. */
const BUTTON = /^\s*MACROBUTTON\b/i;
/** The paragraph that contains a character. */
type Around = { style: DocStyle; properties: Properties };

const IN_TABLE = 0x2416;
const ROW_END = 0x2417;
const LEVEL = 0x2640;
const LIST_LEVEL = 0x260a;
const LIST_USE = 0x460b;
const TABLE_DEPTH = 0x6649;

const FIELD_DATA = 0x01;
const FIELD_BEGIN = 0x13;
const FIELD_RESULT = 0x14;
const FIELD_END = 0x15;
const CELL_END = 0x07;
const PARAGRAPH_END = 0x0d;
const SECTION_END = 0x0c;
const SIGNS = new Map([
  [0x09, " "],
  [0x0b, "\n"],
  [0x0e, "\n"],
  [0x1e, "-"],
  [0x1f, ""],
]);

/** Reads the stories of an old Word file as Word shows them: with styles, lists and tables, and without hidden text. */
export function storyReader(file: WordFile, findings: Findings): StoryReader {
  const styles = readDocStyles(file);
  const fonts = readFonts(file);
  const charactersAt = characterProperties(file);
  const paragraphsAt = paragraphProperties(file);
  let last: { properties: Properties; around: Properties; style: DocStyle; look: Look } | null = null;
  const knownStyles = new Map<number, DocStyle>();
  const styleOf = (number: number): DocStyle => {
    const style = knownStyles.get(number) ?? styles(number);
    knownStyles.set(number, style);
    return style;
  };
  const lookAt = (at: number, { style, properties: around }: Around): Look => {
    const { properties } = charactersAt(file.placeOf(at));
    if (last?.properties !== properties || last.around !== around || last.style !== style)
      last = { properties, around, style, look: lookOf(properties, style, around, styleOf, fonts) };
    return last.look;
  };

  const readParagraph = (
    start: number,
    end: number,
    around: Around,
    isCell: boolean,
    numbers: FieldNumbers,
  ) => {
    const fields: Field[] = [];
    const place = { paragraph: around, heading: around.style.level, isListed: listOf(around) !== 0 };
    let text = "";
    let number = "";
    let bold = 0;
    let before: Look | null = null;
    for (let at = start; at < end; at++) {
      const code = file.text.charCodeAt(at);
      if (code === FIELD_BEGIN)
        fields.push({ code: "", shown: false, value: null, begin: at + 1, from: text.length });
      const field = fields.at(-1);
      if (code === FIELD_DATA && field?.shown === false)
        field.value ??= drawnValue(charactersAt(file.placeOf(at)).properties, file.data);
      if (field !== undefined && (code === FIELD_RESULT || code === FIELD_END))
        field.code ||= file.text.slice(field.begin, at);
      if (code === FIELD_RESULT && field !== undefined) field.shown = !BUTTON.test(field.code);
      if (code === FIELD_END) {
        if (field?.shown === false && isNumberField(field.code)) {
          field.value = numbers(field.code, place);
          if (field.value === null) findings.numbers++;
        }
        text = withoutPrompt(text, field);
        fields.pop();
      }
      const isDrawn = code === FIELD_END && field?.value != null && text.length === field.from;
      if (!isDrawn && code >= FIELD_BEGIN && code <= FIELD_END) continue;
      if (fields.some(({ shown }) => !shown)) continue;
      const look = lookAt(at, around);
      if (look.isPlaceholder) continue;
      const unseen = unseenAs(look, isCell);
      if (unseen !== null && look !== before) findings[unseen]++;
      before = look;
      if (unseen !== null && unseen !== "whiteKept") continue;
      const sign =
        (isDrawn ? field.value : null) ??
        look.symbol ??
        SIGNS.get(code) ??
        (code < 0x20 ? "" : file.text.charAt(at));
      // the number of a field with which the paragraph begins is its label
      if (isDrawn && isNumberField(field.code) && text.trim() === "" && number === "") number = sign;
      else text += look.raised && sign !== "" ? raised(sign) : sign;
      if (look.bold) bold += sign.length;
    }
    for (const field of fields) text = withoutPrompt(text, field);
    return { text: tidyParagraph(text), bold, number };
  };

  return (start, end, labels, asides = new Map(), numbers = () => null) => {
    const pieces: BodyPiece[] = [];
    let rows: (Row & { edges: number[] })[] = [];
    let cells: BodyPiece[][] = [];
    let cell: BodyPiece[] = [];
    let pending: BodyPiece[] = [];
    let belowTable: BodyPiece[] = [];
    let begin = start;
    const closeTable = () => {
      if (cells.length > 0 || cell.length > 0) rows.push(rowOf([...cells, cell], new Map()));
      pieces.push(...rowPieces(withSpans(rows), false), ...belowTable);
      [rows, cells, cell, belowTable] = [[], [], [], []];
    };
    for (let at = start; at < end; at++) {
      const code = file.text.charCodeAt(at);
      const aside = asides.get(at);
      if (aside !== undefined) pending.push(...aside);
      if (code !== PARAGRAPH_END && code !== CELL_END && code !== SECTION_END) continue;
      const { properties, style: number } = paragraphsAt(file.placeOf(at));
      const style = styleOf(number);
      // The paragraph continues after a deleted mark.
      if (code === PARAGRAPH_END && lookAt(at, { style, properties }).deleted) continue;
      const isOn = (property: number) => properties.get(property)?.[0] === 1;
      const depth = properties.get(TABLE_DEPTH);
      const isCell = code === CELL_END || isOn(IN_TABLE) || (depth !== undefined && longAt(depth, 0) > 0);
      if (isOn(ROW_END)) {
        rows.push(rowOf(cells, properties));
        cells = [];
      } else {
        const around = { style, properties };
        const { text, bold, number } = readParagraph(begin, at, around, isCell, numbers);
        if (!isCell) closeTable();
        // an empty paragraph counts too
        const label = [labelOf(around, labels), number].filter(Boolean).join(" ");
        if (text === "" && isCell && /\w/.test(label)) cell.push({ type: "paragraph", text: label });
        if (text !== "") {
          const outline = (properties.get(LEVEL) ?? style.paragraph.get(LEVEL))?.[0];
          const level = outline === undefined ? style.level : outline < 9 ? outline + 1 : null;
          const isBold = bold > text.length * 0.8;
          const piece = paragraphPiece(text, { label, level, title: style.title, bold: isBold });
          (isCell ? cell : pieces).push(piece);
        }
        (isCell ? belowTable : pieces).push(...pending);
        pending = [];
        if (code === CELL_END) {
          cells.push(cell);
          cell = [];
        }
      }
      begin = at + 1;
    }
    closeTable();
    pieces.push(...pending);
    return pieces;
  };
}

/** A text without the result of its last field, if that only asks for a value. */
const withoutPrompt = (text: string, field: Field | undefined) =>
  field?.shown === true && isTextField(field.code) && isPrompt(text.slice(field.from))
    ? text.slice(0, field.from)
    : text;

function unseenAs(look: Look, isCell: boolean): keyof Findings | null {
  if (look.deleted) return "deletions";
  if (look.hidden) return "hidden";
  if (look.struck) return "struck";
  if (look.tiny) return "tiny";
  // A table's style may color its cells, which isn't read: the text is kept, with a warning.
  if (look.white) return isCell ? "whiteKept" : "white";
  return null;
}

/** The number of a paragraph's list; 0 for none. */
function listOf({ properties, style }: Around): number {
  const use = properties.get(LIST_USE) ?? style.paragraph.get(LIST_USE);
  return use === undefined ? 0 : wordAt(use, 0);
}

function labelOf(around: Around, labels: Labels): string {
  const { properties, style } = around;
  const depth = (properties.get(LIST_LEVEL) ?? style.paragraph.get(LIST_LEVEL))?.[0] ?? 0;
  const number = listOf(around);
  return number === 0 ? "" : labels({ id: String(number), level: depth });
}
