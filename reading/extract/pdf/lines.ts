import { type Engine, SCRATCH_BYTES } from "./engine.ts";
import {
  type HiddenReason,
  type Line,
  newLetters,
  pushHyphen,
  pushLetter,
  type Style,
  toLine,
  UNREADABLE,
} from "./letters.ts";
import { joinLabels } from "./labels.ts";
import { readStructure, withoutTables } from "./structure.ts";
import type { Tag } from "./structure.ts";
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
};

type Box = { left: number; right: number; bottom: number; top: number };

/** Smaller letters are unreadable on paper: of 61,600 lines in 40 good PDFs the smallest measures 3.7 points. */
const TINY_POINTS = 1.5;
/** A color with each channel above this looks white. */
const WHITE = 244;
const IMAGE_SHARE = 0.4;
const INVISIBLE_MODE = 3;
const IMAGE = 3;
const TEXT = 1;

/**
 * Reads one loaded page. `budget` receives the number of characters before they are read. On a page with form values
 * (`isFilled`), PDFium reports no line break between two fields, and the tags don't cover them.
 */
export function readLines(
  engine: Engine,
  page: number,
  text: number,
  budget: (characters: number) => void,
  isFilled = false,
): PageLines {
  budget(Math.max(0, engine.FPDFText_CountChars(text)));
  const drawn = (tags: Tags) => readDrawn(engine, page, text, tags, isFilled);
  const tags = isFilled ? null : readStructure(engine, page);
  const read = drawn(tags);
  if (tags === null) return finish(read);
  if (divideSentences(read.lines)) return finish(drawn(null));
  const misleading = misleadingTables(read.lines);
  return finish(misleading.size === 0 ? read : drawn(withoutTables(tags, misleading)));
}

/** By number of the page's marked content. */
type Tags = Map<number, Tag> | null;

const finish = (read: PageLines): PageLines => ({ ...read, lines: joinLabels(joinTagged(read.lines)) });

function readDrawn(engine: Engine, page: number, text: number, tags: Tags, isFilled: boolean): PageLines {
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  const paper = readPaper(engine, page);
  const covers = readCovers(engine, page, paper);
  const styles = new Map<number, Style>();
  const fonts = new Map<number, boolean>();
  const out: PageLines = {
    lines: [], hidden: new Set(), recognized: false, unreadable: 0, characters: count, turned: 0, hasImage: false, top: paper.top, bottom: paper.bottom,
  }; // prettier-ignore
  const letters = newLetters();
  const box: Box = { left: 0, right: 0, bottom: 0, top: 0 };
  let hyphen = false;
  let spaced = false;
  let style: Style | null = null;
  let before = 0;
  const close = () => {
    if (hyphen) pushHyphen(letters);
    const line = toLine(letters, hyphen);
    if (line !== null) out.lines.push(line);
    letters.count = 0;
    hyphen = false;
    spaced = false;
  };
  for (let i = 0; i < count; i++) {
    const code = engine.FPDFText_GetUnicode(text, i);
    if (code === 13 || code === 10) {
      close();
      continue;
    }
    const object = engine.FPDFText_GetTextObject(text, i);
    if (object !== 0 && object !== before) {
      style = styles.get(object) ?? null;
      if (style === null) {
        style = readStyle(engine, text, i, object, fonts, tags);
        styles.set(object, style);
      }
      before = object;
    }
    // PDFium marks a hyphen at the end of a line as U+0002 or U+FFFE: the word continues.
    if (code === 2 || code === 0xfffe) {
      hyphen = engine.FPDFText_IsHyphen(text, i) === 1;
      continue;
    }
    if (style === null) continue;
    // No line break follows such a hyphen: the word continues below, or at the top of the next column.
    if (hyphen && style.y > (letters.ys[letters.count - 1] ?? style.y)) close();
    else if (hyphen) pushHyphen(letters);
    hyphen = false;
    if (letters.count > 0 && style.tag?.element !== letters.styles[0]?.tag?.element) close();
    if (isFilled && isElsewhere(style, letters.ys[letters.count - 1])) close();
    if (code === 32 || code === 0xa0 || code === 9) {
      spaced = letters.count > 0;
      continue;
    }
    readBox(engine, text, i, box);
    const reason = hiddenReason(style, box, paper, covers);
    if (style.invisible && covers().imageShare >= IMAGE_SHARE) out.recognized = true;
    if (reason !== null) {
      out.hidden.add(reason);
      continue;
    }
    const lost = code === 0xfffd || code < 32 || isPrivate(code) || style.unmapped;
    if (lost) out.unreadable++;
    if (style.turned) out.turned++;
    pushLetter(letters, code < 32 ? UNREADABLE : code, box, style, spaced);
    spaced = false;
  }
  close();
  // Only a page without visible letters needs the check for a picture.
  if (out.lines.length === 0) out.hasImage = covers().hasImage;
  return out;
}

/** Beyond the offset of a raised number. */
const isElsewhere = (style: Style, y: number | undefined) =>
  y !== undefined && !style.turned && Math.abs(style.y - y) > style.size;

function readStyle(
  engine: Engine,
  text: number,
  index: number,
  object: number,
  fonts: Map<number, boolean>,
  tags: Tags,
): Style {
  const font = engine.FPDFTextObj_GetFont(object);
  let bold = fonts.get(font);
  if (bold === undefined) {
    bold = readBold(engine, text, index);
    fonts.set(font, bold);
  }
  const at = engine.scratch;
  engine.FPDFText_GetMatrix(text, index, at);
  const a = engine.float(at);
  const b = engine.float(at + 4);
  const scale = lengthOf(engine.float(at + 8), engine.float(at + 12));
  const size = Math.round(engine.FPDFText_GetFontSize(text, index) * (scale > 0 ? scale : 1) * 10) / 10;
  const colored = engine.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) !== 0;
  const white =
    engine.integer(at) > WHITE && engine.integer(at + 4) > WHITE && engine.integer(at + 8) > WHITE;
  const alpha = engine.integer(at + 12);
  const mode = engine.FPDFTextObj_GetTextRenderMode(object);
  return {
    size,
    bold,
    turned: Math.abs(b) > Math.abs(a) * 0.1 || a < 0,
    hidden: colored && alpha === 0 ? "hidden_text" : null,
    white: colored && mode !== 1 && white,
    invisible: mode === INVISIBLE_MODE,
    unmapped: engine.FPDFText_HasUnicodeMapError(text, index) === 1,
    y: readY(engine, text, index),
    tag: tags?.get(engine.FPDFPageObj_GetMarkedContentID(object)) ?? null,
  };
}

/** Most text is upright, where this is the same. */
const lengthOf = (x: number, y: number) => (x === 0 ? Math.abs(y) : Math.hypot(x, y));

/** Subset fonts often indicate their weight only in the name. */
function readBold(engine: Engine, text: number, index: number): boolean {
  const at = engine.scratch;
  const length = engine.FPDFText_GetFontInfo(text, index, at, SCRATCH_BYTES - 4, at + SCRATCH_BYTES - 4);
  const name = length > 0 && length < SCRATCH_BYTES ? engine.ascii(at, length) : "";
  return /bold|black|heavy|demi/i.test(name) || engine.FPDFText_GetFontWeight(text, index) >= 700;
}

function hiddenReason(style: Style, box: Box, paper: Box, covers: () => Covers): HiddenReason | null {
  if (style.hidden !== null) return style.hidden;
  if (style.invisible) return covers().imageShare >= IMAGE_SHARE ? null : "hidden_text";
  const x = (box.left + box.right) / 2;
  const y = (box.bottom + box.top) / 2;
  if (x < paper.left - 1 || x > paper.right + 1 || y < paper.bottom - 1 || y > paper.top + 1)
    return "text_outside_page";
  if (style.size < TINY_POINTS && box.top - box.bottom < TINY_POINTS) return "tiny_text";
  if (
    style.white &&
    !covers().dark.some((area) => x >= area.left && x <= area.right && y >= area.bottom && y <= area.top)
  )
    return "white_text";
  return null;
}

type Covers = { dark: Box[]; hasImage: boolean; imageShare: number };
/** A page with more objects than this is a drawing; its white text counts as visible. */
const MAX_OBJECTS = 20_000;

/** The background of letters: read once per page, on the first request. */
function readCovers(engine: Engine, page: number, paper: Box): () => Covers {
  let covers: Covers | null = null;
  const read = (): Covers => {
    const found: Covers = { dark: [], hasImage: false, imageShare: 0 };
    const count = engine.FPDFPage_CountObjects(page);
    if (count > MAX_OBJECTS) found.dark.push(paper);
    for (let i = 0; i < Math.min(count, MAX_OBJECTS); i++) {
      const object = engine.FPDFPage_GetObject(page, i);
      const type = engine.FPDFPageObj_GetType(object);
      if (type === TEXT || type === 0) continue;
      const at = engine.scratch;
      if (engine.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
      const box = {
        left: engine.float(at),
        bottom: engine.float(at + 4),
        right: engine.float(at + 8),
        top: engine.float(at + 12),
      };
      if (type === IMAGE) {
        found.hasImage = true;
        found.imageShare += share(box, paper);
      }
      if (type !== 2 || !isWhite(engine, object)) found.dark.push(box);
    }
    return found;
  };
  return () => (covers ??= read());
}

function isWhite(engine: Engine, object: number): boolean {
  const at = engine.scratch + 32;
  if (engine.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12) === 0) return true;
  return [0, 4, 8].every((offset) => engine.integer(at + offset) > WHITE);
}

function share(box: Box, paper: Box): number {
  const width = Math.min(box.right, paper.right) - Math.max(box.left, paper.left);
  const height = Math.min(box.top, paper.top) - Math.max(box.bottom, paper.bottom);
  const area = (paper.right - paper.left) * (paper.top - paper.bottom);
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0;
}

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

function readY(engine: Engine, text: number, index: number): number {
  const at = engine.scratch;
  return engine.FPDFText_GetCharOrigin(text, index, at, at + 8) === 0 ? 0 : engine.double(at + 8);
}

const isPrivate = (code: number) => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
