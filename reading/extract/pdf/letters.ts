import type { Tag } from "./structure.ts";
import { expandLigatures } from "./ligatures.ts";
import { CELL_GAP, isSignOf, NARROW_GAP } from "./gaps.ts";
import { RAISED_END, RAISED_START, settleRaised } from "../raised.ts";

/** One line as PDFium orders it. Lengths in points, origin at the lower left of the page. */
export type Line = {
  text: string;
  left: number;
  right: number;
  /** Baseline of the first letter. */
  y: number;
  /** Baseline of the last letter: lower if a hyphenated word continues below. */
  foot: number;
  /** Font size as drawn, of most letters. */
  size: number;
  bold: boolean;
  /** Rotated text has no usable geometry: such lines are kept separate and never joined. */
  turned: boolean;
  /** Ends with a hyphen added by the line break. */
  hyphen: boolean;
  cells: number;
  /**
   * Right and left edge of each gap: of the tabs between cells and of the form feeds (`NARROW`) that may separate some.
   */
  gaps: number[];
  /** Its place in the file's own structure, if the file has one. */
  tag: Tag | null;
  /** Set on a whole row of a tagged table: its cells are final. */
  row?: "names" | "values";
  /** The columns of its table in which values are merged over rows. */
  merged?: number[];
  /** The raised mark with which it begins, or that of the note which it begins. */
  label?: string;
  /** It begins the note of this name, to which a line of the page refers. */
  note?: string;
  /** The notes that it refers to. */
  cites?: string[];
};

/** The width of a line's first word, and of `more` letters, by the mean width of the line's letters. */
export function widthOfFirstWord({ text, left, right }: Line, more = 0): number {
  const [word = ""] = text.split(/\s/, 1);
  return ((right - left) / text.length) * (word.length + more);
}

export type HiddenReason =
  | "hidden_text"
  | "white_text"
  | "tiny_text"
  | "text_outside_page"
  | "covered_text"
  | "struck_text"
  | "switched_off";

/** How a text object is drawn. */
export type Style = {
  size: number;
  bold: boolean;
  /** The font of signs in which it is set. */
  symbols: string | null;
  turned: boolean;
  /** Rotated so that it runs up or down. */
  isSideways: boolean;
  hidden: HiddenReason | null;
  white: boolean;
  invisible: boolean;
  /** The font has no letter mapping. */
  unmapped: boolean;
  /** Baseline of the object's first letter. */
  y: number;
  tag: Tag | null;
};
/** Marks a hyphen at the end of a printed line, until the whole file is read. */
export const HYPHEN = "\v";
const HYPHEN_CODE = 11;
/** Placeholder for a letter without a mapping in its font. */
export const UNREADABLE = 0xfffd;

/**
 * The letters of one line, one array per field: an object per letter would double the time and fill the heap (measured).
 */
export type Letters = {
  count: number;
  codes: number[];
  lefts: number[];
  rights: number[];
  ys: number[];
  styles: Style[];
  /** White space precedes the letter. */
  spaced: boolean[];
  /** The letters with a drawn vertical line before them. */
  walled: Set<number>;
  /** The widest gap before a letter, in points, where others between it and the last one are left out. */
  openings: Map<number, number>;
  /** The letters left out since the last one. */
  omitted: Extent | null;
};

/** From left to right, in points. */
type Extent = { left: number; right: number };

export function newLetters(): Letters {
  return {
    count: 0, codes: [], lefts: [], rights: [], ys: [], styles: [], spaced: [], walled: new Set(), openings: new Map(), omitted: null,
  }; // prettier-ignore
}

/** Empties a line. */
export function clearLetters(letters: Letters): void {
  letters.count = 0;
  letters.walled.clear();
  letters.openings.clear();
  letters.omitted = null;
}

/** Leaves out a letter after those of the line. */
export function omitLetter(letters: Letters, { left, right }: Extent): void {
  if (letters.count > 0) letters.omitted = { left: letters.omitted?.left ?? left, right };
}

/** Notes the gap before the next letter, whose left edge is given, if others before it are left out. */
function openBefore(letters: Letters, left: number): void {
  const { count, omitted, rights } = letters;
  if (omitted === null) return;
  const opening = Math.max(omitted.left - (rights[count - 1] ?? 0), left - omitted.right, 0);
  letters.openings.set(count, opening);
  letters.omitted = null;
}

export function pushLetter(
  letters: Letters,
  code: number,
  box: { left: number; right: number; bottom: number },
  style: Style,
  spaced: boolean,
): void {
  openBefore(letters, box.left);
  const at = letters.count++;
  letters.codes[at] = code;
  letters.lefts[at] = box.left;
  letters.rights[at] = box.right;
  letters.ys[at] = style.turned ? box.bottom : style.y;
  letters.styles[at] = style;
  letters.spaced[at] = spaced;
  if (code === LAM) unjoin(letters, at);
}

/** The mark of a hyphen that PDFium leaves out at the end of a printed line: it has no width. */
export function pushHyphen(letters: Letters): void {
  const last = letters.count - 1;
  const style = letters.styles[last];
  if (style === undefined || last < 0) return;
  const right = letters.rights[last] ?? 0;
  pushLetter(letters, HYPHEN_CODE, { left: right, right, bottom: letters.ys[last] ?? 0 }, style, false);
}

const LAM = 0x644;
const ALEFS = new Set([0x622, 0x623, 0x625, 0x627]);

/** The lam-alef ligature comes in the wrong order: no alef before a lam in the text lies to its left. */
function unjoin(letters: Letters, at: number): void {
  const before = letters.codes[at - 1] ?? 0;
  if (!ALEFS.has(before) || (letters.lefts[at - 1] ?? 0) > (letters.lefts[at] ?? 0)) return;
  letters.codes[at - 1] = LAM;
  letters.codes[at] = before;
}

const SPACE = 32;
const TAB = 9;
const FORM_FEED = 12;

/** Joins letters to a line; null if there are none. */
export function toLine(letters: Letters, hyphen: boolean): Line | null {
  const { count, codes, lefts, rights, ys, styles, spaced } = letters;
  const first = styles[0];
  if (count === 0 || first === undefined) return null;
  const out: number[] = [];
  const gaps: number[] = [];
  let cells = 1;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bold = 0;
  let previous: Style | null = null;
  const isRaised = raisedLetters(letters);
  let open = false;
  for (let at = 0; at < count; at++) {
    const code = codes[at] ?? 0;
    const style = styles[at] ?? first;
    const start = lefts[at] ?? 0;
    const end = rights[at] ?? 0;
    if (open && isRaised?.[at] !== true) {
      out.push(RAISED_END_CODE);
      open = false;
    }
    if (previous !== null) {
      const gap = letters.openings.get(at) ?? start - (rights[at - 1] ?? 0);
      const size = Math.max(style.size, 4);
      const wide = gap > CELL_GAP * size && !style.turned;
      const isWalled = letters.walled.has(at);
      const parted = isWalled || (gap > NARROW_GAP * size && !style.turned && isParted(out, code));
      if (parted) {
        out.push(wide || isWalled ? TAB : FORM_FEED);
        gaps.push(rights[at - 1] ?? 0, start);
        if (wide || isWalled) cells++;
      } else if (
        wide ||
        letters.openings.has(at) ||
        (spaced[at] === true && !(isRaised?.[at] === true && gap < NO_SPACE * previous.size))
      )
        out.push(SPACE);
    }
    if (!open && isRaised?.[at] === true) {
      out.push(RAISED_START_CODE);
      open = true;
    }
    if (code > 0xffff) out.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    else out.push(code);
    if (start < left) left = start;
    if (end > right) right = end;
    if (style.bold) bold++;
    previous = style;
  }
  if (open) out.push(RAISED_END_CODE);
  const whole = expandLigatures(textOf(out));
  const { text, label } = isRaised === null ? { text: whole, label: null } : settleRaised(whole);
  const line: Line = {
    text,
    left,
    right,
    y: ys[0] ?? 0,
    foot: ys[count - 1] ?? 0,
    size: commonestSize(styles, count, first.size),
    bold: bold > count * 0.7,
    turned: first.turned,
    hyphen,
    cells,
    gaps,
    tag: first.tag,
  };
  if (label !== null) line.label = label;
  return line;
}

const DOTS = new Set([".", "…", "_"].map((sign) => sign.codePointAt(0)));
const CLOSING = new Set([")", "%"].map((sign) => sign.codePointAt(0)));

/**
 * Dots lead to a number. A sign and its number, or a number and its closing bracket, are one cell in any number of columns.
 */
function isParted(line: number[], next: number): boolean {
  if (DOTS.has(next) || isLeader(line) || CLOSING.has(next)) return false;
  return !isSignOf(textOf(line.slice(-CURRENCY_CHARACTERS)), String.fromCodePoint(next));
}

/** Dots that lead to a number, not the one that ends an abbreviation or a sentence. */
const isLeader = (line: number[]) => DOTS.has(line.at(-1)) && !isLetter(line.at(-2) ?? 0);

/** Enough to recognize a currency (`US$`, `CHF`) and the text before it. */
const CURRENCY_CHARACTERS = 4;

/** The size of most letters; of two equal ones the first. */
function commonestSize(styles: Style[], count: number, only: number): number {
  let best = only;
  let isMixed = false;
  for (let at = 0; at < count && !isMixed; at++) isMixed = styles[at]?.size !== only;
  if (!isMixed) return best;
  const sizes = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const size = styles[at]?.size ?? only;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  for (const [size, letters] of sizes) if (letters > (sizes.get(best) ?? 0)) best = size;
  return best;
}

const RAISED_START_CODE = RAISED_START.charCodeAt(0);
const RAISED_END_CODE = RAISED_END.charCodeAt(0);
/** Raised characters stand higher than their line by this share of its size, and beyond it those of another line begin. */
const LEAST_RAISED = 0.15;
const MOST_RAISED = 0.75;
/** Points: nothing on a line as flat as this is raised. */
const FLAT = 0.3;
/** Characters of the line's own size are raised if they stand this much higher, directly after others. */
const RAISED_ALIKE = 0.25;
const SMALLER = 0.85;
/** PDFium reports a space where the height changes; one that is drawn is wider, in font sizes. */
const NO_SPACE = 0.25;
const BESIDE = 0.3;
/** A space may follow the raised mark with which a note begins. */
const BESIDE_LABEL = 0.6;
const LONGEST_LABEL = 4;

/** Which letters are raised above those before them, or above those after them at the start; null if none is. */
function raisedLetters(letters: Letters): boolean[] | null {
  const { count, styles } = letters;
  const one = styles[0];
  let isMixed = false;
  for (let at = 1; at < count && !isMixed; at++) {
    const style = styles[at];
    isMixed = style !== one && Math.abs((letters.ys[at] ?? 0) - (letters.ys[0] ?? 0)) > FLAT;
  }
  if (!isMixed) return null;
  const isRaised: boolean[] = [];
  let base = styles.findIndex((style, at) => at < count && isAbove(letters, 0, at, style));
  if (base < 0) base = 0;
  let found = false;
  for (let at = 0; at < count; at++) {
    const style = styles[base];
    isRaised[at] = style !== undefined && isAbove(letters, at, base, style);
    found ||= isRaised[at] === true;
    if (isRaised[at] !== true && at >= base) base = at;
  }
  return found ? isRaised : null;
}

/** In font sizes: a wide letter and the space after it. */
const WIDEST = 1.3;

/** Whether a letter stands directly beside the last one: on its line, raised above it or back from there. */
export function isBeside(
  { count, codes, lefts, rights, ys, styles }: Letters,
  left: number,
  style: Style,
): boolean {
  const before = styles[count - 1];
  if (before === undefined) return false;
  const height = style.y - (ys[count - 1] ?? 0);
  if (before.isSideways && style.isSideways)
    return (
      Math.abs(height) < WIDEST * style.size && Math.abs(left - (lefts[count - 1] ?? 0)) < style.size / 2
    );
  if (before.turned || style.turned) return false;
  const gap = Math.abs(left - (rights[count - 1] ?? 0));
  if (Math.abs(height) < FLAT && style.size === before.size) return gap < NO_SPACE * style.size;
  const [small, large] = height > 0 ? [style.size, before.size] : [before.size, style.size];
  const isLabel =
    height < 0 &&
    count <= LONGEST_LABEL &&
    styles[0]?.size === before.size &&
    isFigureOrLetter(codes[0] ?? 0);
  if (Math.abs(height) > MOST_RAISED * large || gap > (isLabel ? BESIDE_LABEL : BESIDE) * large) return false;
  return small <= large * SMALLER
    ? Math.abs(height) > LEAST_RAISED * large
    : isLabel && small <= large && -height > RAISED_ALIKE * large;
}

/** Of the font's size: digits and letters of another form stand on their line and are taller. */
const RAISED_FORM = 0.2;
const SHORT_FORM = 0.5;
/** The size of the figure that such a form shows. */
const SMALL_SIZE = 0.6;

/** The style of a figure or letter whose form in its font is the raised one, as if it were small and moved up. */
export function raisedForms(): (drawn: Style, code: number, box: { bottom: number; top: number }) => Style {
  const moved = new Map<Style, Style>();
  return (drawn, code, { bottom, top }) => {
    if (bottom - drawn.y < RAISED_FORM * drawn.size || drawn.turned || !isFigureOrLetter(code)) return drawn;
    if (top - bottom > SHORT_FORM * drawn.size || top - drawn.y > drawn.size) return drawn;
    const style = moved.get(drawn) ?? { ...drawn, size: drawn.size * SMALL_SIZE, y: bottom };
    moved.set(drawn, style);
    return style;
  };
}

const isFigureOrLetter = (code: number) => (code >= 48 && code <= 57) || (code >= 97 && code <= 122);

function isAbove(letters: Letters, at: number, base: number, on: Style): boolean {
  const style = letters.styles[at];
  if (style === undefined || style === on || style.turned || on.turned) return false;
  const height = ((letters.ys[at] ?? 0) - (letters.ys[base] ?? 0)) / on.size;
  if (height > MOST_RAISED) return false;
  if (style.size <= on.size * SMALLER) return height > LEAST_RAISED;
  if (style.size > on.size || height <= RAISED_ALIKE) return false;
  // a label stands before what it is raised above
  if (at < base && base <= LONGEST_LABEL)
    return (letters.lefts[base] ?? 0) - (letters.rights[base - 1] ?? 0) < BESIDE_LABEL * on.size;
  const before = letters.rights[at - 1];
  const isBeside = before !== undefined && (letters.lefts[at] ?? 0) - before < BESIDE * on.size;
  return isBeside && letters.spaced[at] !== true;
}

const isLetter = (code: number) => /\p{L}/u.test(String.fromCodePoint(code));

/** A call safely takes this many arguments; only hostile files have longer lines. */
const UNITS_AT_ONCE = 4096;

function textOf(units: number[]): string {
  if (units.length <= UNITS_AT_ONCE) return String.fromCharCode(...units);
  let text = "";
  for (let from = 0; from < units.length; from += UNITS_AT_ONCE)
    text += String.fromCharCode(...units.slice(from, from + UNITS_AT_ONCE));
  return text;
}
