import type { AddedDrawings } from "./added-drawings.ts";
import { readDrawing } from "./drawing.ts";
import type { Engine } from "./engine.ts";
import {
  type HiddenReason,
  type Line,
  clearLetters,
  isBeside,
  type Letters,
  newLetters,
  omitLetter,
  pushHyphen,
  pushLetter,
  raisedForms,
  type Style,
  toLine,
  UNREADABLE,
} from "./letters.ts";
import { partlyTagged, unlikelyTables } from "./drawn-tables.ts";
import { type CellAt, findGrids, isDrawn } from "./grids.ts";
import { hiddenReason, IMAGE_SHARE, readCovers } from "./hidden.ts";
import { joinLabels, placeLabels } from "./labels.ts";
import { findMarks, type Mark, type PlacedMarks, placeMarks, withoutMarks } from "./marks.ts";
import { findPaintedOver, type PaintedOver } from "./painted-over.ts";
import type { Box } from "./paths.ts";
import { readRulings, type Ruling } from "./rulings.ts";
import { lineAt, type Strikes, strikesOf, takeStruck } from "./strikes.ts";
import { type Font, readStyle } from "./style.ts";
import { signOf } from "../symbols.ts";
import { type WallBetween, wallsOf } from "./walls.ts";
import { readStructure, withoutTables, type Tag } from "./structure.ts";
import { divideSentences, joinTagged, misleadingTables } from "./tagged-lines.ts";

export type PageLines = {
  lines: Line[];
  hidden: Set<HiddenReason>;
  /** Text drawn invisibly over a picture: the OCR text layer of a scan. */
  recognized: boolean;
  unreadable: number;
  characters: number;
  /** Number of rotated characters. */
  turned: number;
  hasImage: boolean;
  top: number;
  bottom: number;
  /** Comments that a reader has to open. */
  comments?: number;
  /** It has more annotations than are read. */
  isCut?: boolean;
  /** It has annotations of layers that may be off. */
  isLayered?: boolean;
  /** What is only drawn on the page, without its annotations. */
  print: Print;
  /** Notes of other pages to which its lines refer. */
  elsewhere?: ReadonlyMap<string, Line[]>;
};

/** The drawn boxes to tick of a page, and the number of its own objects. */
export type Print = { boxes: Mark[]; objects: number };

/**
 * What a page says about its text elsewhere: struck-out areas, areas of other text, areas of drawn annotations, objects of
 * layers that are off; `print`, if annotations have been drawn into it.
 */
export type PageMarks = {
  struck: Box[];
  added: AddedDrawings;
  covered: Box[];
  taken: Box[];
  switchedOff: Set<number>;
  print: Print | null;
};

/**
 * Reads one loaded page. `budget` receives the number of characters before they are read. On a form, the drawn lines are
 * those of its fields; if it is filled in, PDFium reports no line break between two of them, and the tags don't cover
 * them.
 */
export function readLines(
  engine: Engine,
  page: number,
  text: number,
  budget: (characters: number) => void,
  form: "none" | "empty" | "filled",
  marks: PageMarks,
): PageLines {
  budget(Math.max(0, engine.FPDFText_CountChars(text)));
  const tags = form === "filled" ? null : readStructure(engine, page);
  const drawing = readDrawing(engine, page, marks.print?.objects);
  const all = drawing.paths && readRulings(engine, drawing.paths);
  const paper = readPaper(engine, page);
  const boxes = marks.print?.boxes ?? findMarks(engine, page, text, drawing, all, marks.taken);
  const rulings = all && withoutMarks(all, boxes);
  const isFilled = form === "filled";
  const seen = (lines: Ruling[] = []) => lines.filter(({ isFaint }) => isFaint !== true);
  const wallBetween = wallsOf(form === "none" ? seen(rulings?.down) : []);
  const left: Drawing = {
    strikes: strikesOf(marks.struck, [
      ...seen(rulings?.across),
      ...(rulings?.waves ?? []),
      ...marks.added.lines,
    ]),
    own: new Set(marks.added.covers.length > 0 ? drawing.texts : []),
    wallBetween,
    paper,
    placed: boxes.length > 0 ? placeMarks(engine, text, boxes) : null,
    paintedOver: findPaintedOver(engine, page, text, drawing, paper),
  };
  const drawn = (structure: Structure) =>
    readDrawn(engine, page, text, structure, isFilled, { ...marks, ...left });
  const grids = form === "none" && rulings !== null ? findGrids(rulings) : null;
  let structure: Structure = { tags, cellAt: grids };
  let read = drawn(structure);
  if (tags !== null && divideSentences(read.page.lines)) {
    structure = { ...structure, tags: null };
    read = drawn(structure);
  }
  const { lines } = read.page;
  const misleading = new Set([
    ...misleadingTables(lines),
    ...unlikelyTables(lines, read.crossings),
    ...partlyTagged(lines, grids),
  ]);
  if (misleading.size > 0) read = drawn(without(structure, misleading));
  const print = marks.print ?? { boxes, objects: engine.FPDFPage_CountObjects(page) };
  return { ...read.page, print, lines: joinLabels(placeLabels(joinTagged(read.page.lines, wallBetween))) };
}

/** The sources of a page's structure: its tags, by number of its marked content, and the drawn lines of its tables. */
type Structure = { tags: Map<number, Tag> | null; cellAt: CellAt | null };

const without = ({ tags, cellAt }: Structure, tables: Set<number>): Structure => ({
  tags: tags && withoutTables(tags, tables),
  cellAt:
    cellAt &&
    ((x, y) => {
      const tag = cellAt(x, y);
      return tag?.cell && tables.has(tag.cell.table) ? null : tag;
    }),
});

/** What is drawn on a page around its text: lines that strike it out or part it, boxes to tick, areas that cover it. */
type Drawing = {
  strikes: Strikes;
  wallBetween: WallBetween | null;
  paper: Box;
  placed: PlacedMarks | null;
  paintedOver: PaintedOver | null;
  /** Text of the page itself, if areas are drawn over it. */
  own: Set<number>;
};

/** `crossings` has the tag of each drawn cell whose side a line of text crosses. */
type Drawn = { page: Omit<PageLines, "print">; crossings: Tag[] };

function readDrawn(
  engine: Engine,
  page: number,
  text: number,
  { tags, cellAt }: Structure,
  isFilled: boolean,
  {
    struck,
    added,
    covered,
    switchedOff,
    strikes,
    wallBetween,
    paper,
    placed,
    paintedOver,
    own,
  }: PageMarks & Drawing,
): Drawn {
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  const covers = readCovers(engine, page, paper);
  const styles = new Map<number, Style>();
  const fonts = new Map<number, Font>();
  const crossings: Tag[] = [];
  const out: Drawn["page"] = {
    lines: [], hidden: new Set(), recognized: false, unreadable: 0, characters: count, turned: 0, hasImage: false, top: paper.top, bottom: paper.bottom,
  }; // prettier-ignore
  const letters = newLetters();
  const isMarked = struck.length > 0;
  const box: Box = { left: 0, right: 0, bottom: 0, top: 0 };
  let hyphen = false;
  let spaced = false;
  let ended = false;
  const inCell = cellAt === null ? null : stylesInCells(cellAt);
  let drawn: Style | null = null;
  let before = 0;
  const formOf = raisedForms();
  const crossed = new Map<number, Ruling>();
  let styleThrough: Style | null = null;
  let through: Ruling[] = [];
  const close = () => {
    if (hyphen) pushHyphen(letters);
    if (crossed.size > 0 && takeStruck(letters, crossed)) out.hidden.add("struck_text");
    crossed.clear();
    const line = toLine(letters, hyphen);
    if (line !== null) out.lines.push(line);
    clearLetters(letters);
    hyphen = false;
    spaced = false;
  };
  const put = (mark: Mark, drawn: Style) => {
    const style = inCell?.(drawn, mark.box) ?? drawn;
    const open = letters.styles[letters.count - 1];
    if (ended || style.tag?.element !== open?.tag?.element) close();
    ended = false;
    if (isWalled(letters, mark.box.left, style, mark.code, wallBetween)) letters.walled.add(letters.count);
    pushLetter(letters, mark.code, mark.box, style, letters.count > 0);
    spaced = true;
  };
  const putAll = (marks: Mark[] | undefined) => {
    if (drawn !== null) for (const mark of marks ?? []) put(mark, drawn);
  };
  for (let i = 0; i < count; i++) {
    if (placed !== null) putAll(placed.after.get(i - 1));
    let code = engine.FPDFText_GetUnicode(text, i);
    if (code === 13 || code === 10) {
      if (hyphen) close();
      ended = letters.count > 0;
      continue;
    }
    const object = engine.FPDFText_GetTextObject(text, i);
    if (object !== 0 && object !== before) {
      drawn = styles.get(object) ?? null;
      if (drawn === null) {
        drawn = readStyle(engine, text, i, object, fonts, tags);
        if (switchedOff.has(object)) drawn.hidden = "switched_off";
        styles.set(object, drawn);
      }
      before = object;
    }
    // PDFium marks a hyphen at the end of a line as U+0002 or U+FFFE: the word continues.
    if (code === 2 || code === 0xfffe) {
      hyphen = engine.FPDFText_IsHyphen(text, i) === 1;
      continue;
    }
    // a typographic hyphen before a line break, which PDFium takes for a letter
    if ((code === 0x2010 || code === 0x2011) && isLineEnd(engine, text, i + 1)) {
      hyphen = letters.count > 0;
      continue;
    }
    if (drawn === null) continue;
    if (drawn.symbols !== null) code = signOf(drawn.symbols, code);
    // No line break follows such a hyphen: the word continues below, or at the top of the next column.
    if (hyphen && drawn.y > (letters.ys[letters.count - 1] ?? drawn.y)) close();
    else if (hyphen) pushHyphen(letters);
    hyphen = false;
    if (isFilled && isElsewhere(drawn, letters.ys[letters.count - 1])) close();
    if (code === 32 || code === 0xa0 || code === 9) {
      spaced = letters.count > 0;
      continue;
    }
    if (placed !== null) {
      putAll(placed.before.get(i));
      if (placed.replaced.has(i)) continue;
    }
    readBox(engine, text, i, box);
    if (covered.length > 0 && isInside(covered, box)) continue;
    const shown = formOf(drawn, code, box);
    // PDFium ends a line before some raised letters, and before each letter that is drawn alone on a nearly empty page
    if (ended && !isBeside(letters, box.left, shown)) close();
    ended = false;
    const style = inCell?.(shown, box) ?? shown;
    const open = letters.styles[letters.count - 1];
    if (letters.count > 0 && open !== undefined && style.tag?.element !== open.tag?.element) {
      if (isCrossing(letters, box.left, style, code)) crossings.push(...tagsOf(open, style));
      close();
    }
    let reason = isMarked && strikes.isMarked(box) ? "struck_text" : hiddenReason(style, box, paper, covers);
    if (own.has(object) && isInside(added.covers, box)) reason ??= "covered_text";
    if (paintedOver?.letters.has(i) === true) reason ??= "covered_text";
    if (paintedOver?.recognized.has(i) === true) out.recognized = true;
    if (style.invisible && covers().imageShare >= IMAGE_SHARE) out.recognized = true;
    if (reason !== null) {
      out.hidden.add(reason);
      omitLetter(letters, box);
      continue;
    }
    const lost = code === 0xfffd || code < 32 || isPrivate(code) || style.unmapped;
    if (lost) out.unreadable++;
    if (style.turned) out.turned++;
    if (isWalled(letters, box.left, style, code, wallBetween)) letters.walled.add(letters.count);
    if (style !== styleThrough) {
      styleThrough = style;
      through = strikes.linesThrough(style);
    }
    if (through.length > 0) {
      const line = lineAt(through, box);
      if (line !== undefined) crossed.set(letters.count, line);
    }
    pushLetter(letters, code < 32 ? UNREADABLE : code, box, style, spaced);
    spaced = false;
  }
  if (placed !== null) putAll(placed.after.get(count - 1));
  close();
  // Only a page without visible letters needs the check for a picture.
  if (out.lines.length === 0) out.hasImage = covers().hasImage;
  return { page: out, crossings };
}

function isLineEnd(engine: Engine, text: number, index: number): boolean {
  const code = engine.FPDFText_GetUnicode(text, index);
  return code === 13 || code === 10;
}

function isInside(areas: Box[], { left, right, bottom, top }: Box): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
}

/**
 * The style of a letter with the tag of the drawn cell around it, if the file doesn't tag it itself. Text that runs up or down names
 * narrow columns or groups of rows; text with another slant is a watermark.
 */
function stylesInCells(cellAt: CellAt): (drawn: Style, box: Box) => Style {
  let last: { drawn: Style; tag: Tag; style: Style } | null = null;
  return (drawn, { left, right, bottom, top }) => {
    if (drawn.tag !== null || (drawn.turned && !drawn.isSideways)) return drawn;
    const tag = cellAt((left + right) / 2, (bottom + top) / 2);
    if (tag === null) return drawn;
    if (last === null || last.drawn !== drawn || last.tag !== tag)
      last = { drawn, tag, style: { ...drawn, tag } };
    return last.style;
  };
}

/** In font sizes; the text of a cell is farther from that of the next one. */
const CROSSING = 0.4;

function isCrossing(letters: Letters, left: number, style: Style, code: number): boolean {
  const { count, rights, ys } = letters;
  const gap = left - (rights[count - 1] ?? 0);
  return (
    !style.turned &&
    Math.abs(style.y - (ys[count - 1] ?? 0)) < 1 &&
    Math.abs(gap) < CROSSING * style.size &&
    !(gap > BETWEEN_FIGURES * style.size && isBetweenFigures(letters, code))
  );
}

/** In font sizes: the digits of one figure are closer. */
const BETWEEN_FIGURES = 0.1;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isBetweenFigures = ({ codes, count }: Letters, code: number) =>
  isDigit(code) && isDigit(codes[count - 1] ?? 0);

/** In font sizes: narrower gaps are those between words, where a line is drawn across the text. */
const LEAST_APART = 0.36;

/** Whether a drawn line parts a letter from the one before it. */
function isWalled(
  letters: Letters,
  left: number,
  style: Style,
  code: number,
  wallBetween: WallBetween | null,
): boolean {
  const { count, rights, walled } = letters;
  if (wallBetween === null || count === 0 || style.turned || walled.has(count)) return false;
  const before = rights[count - 1] ?? 0;
  const least = isBetweenFigures(letters, code) ? BETWEEN_FIGURES : LEAST_APART;
  return left - before > least * style.size && wallBetween(before, left, style.y, style.size);
}

const tagsOf = (...styles: Style[]) => styles.flatMap(({ tag }) => (isDrawn(tag) ? [tag] : []));

/** Beyond the offset of a raised number. */
const isElsewhere = (style: Style, y: number | undefined) =>
  y !== undefined && !style.turned && Math.abs(style.y - y) > style.size;

function readPaper(engine: Engine, page: number): Box {
  const at = engine.scratch;
  engine.FPDF_GetPageBoundingBox(page, at);
  return {
    left: engine.float(at),
    top: engine.float(at + 4),
    right: engine.float(at + 8),
    bottom: engine.float(at + 12),
  };
}

function readBox(engine: Engine, text: number, index: number, box: Box): void {
  const at = engine.scratch;
  engine.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
  box.left = engine.double(at);
  box.right = engine.double(at + 8);
  box.bottom = engine.double(at + 16);
  box.top = engine.double(at + 24);
}

const isPrivate = (code: number) => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
