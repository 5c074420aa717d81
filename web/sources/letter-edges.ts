/** What a page's drawing sets in type, as pdf.js lists it: what to do, and with what. */
export type Drawing = { fnArray: number[]; argsArray: unknown[] };
export type DrawingSigns = Record<
  "save" | "restore" | "paintFormXObjectBegin" | "paintFormXObjectEnd" | "setFont" | "setGState" | "showText",
  number
>;

/** By font and letter, in thousandths of the size it is set in (PDF 32000, 9.2.4). */
export type LetterWidths = Map<string, Map<string, number>>;

/** A run of letters in one font; `width` in the page's own units, `size` too. */
type Run = { text: string; fontName: string; width: number; size: number };

/** A gap between words beyond this share of the size is no justified line: the letters themselves are set apart. */
const widestSpace = 1.2;
/** Of a letter whose width is not known. */
const usualWidth = 500;

/** The widths of the letters that a page is set in, read off its drawing. */
export function letterWidths({ fnArray, argsArray }: Drawing, signs: DrawingSigns): LetterWidths {
  const widths: LetterWidths = new Map();
  const outer: string[] = [];
  let font = "";
  for (const [index, sign] of fnArray.entries()) {
    const [first]: unknown[] = Array.isArray(argsArray[index]) ? argsArray[index] : [];
    if (sign === signs.save || sign === signs.paintFormXObjectBegin) outer.push(font);
    else if (sign === signs.restore || sign === signs.paintFormXObjectEnd) font = outer.pop() ?? font;
    else if (sign === signs.setFont) font = String(first);
    else if (sign === signs.setGState) font = fontOfState(first) ?? font;
    else if (sign === signs.showText && Array.isArray(first)) {
      const known = widths.get(font) ?? new Map<string, number>();
      widths.set(font, known);
      for (const glyph of first as unknown[]) if (isGlyph(glyph)) setWidth(known, glyph);
    }
  }
  return widths;
}

/**
 * Where each letter of a run begins, from 0 to the run's width, and last where it ends; by UTF-16 unit. Letters have the
 * width of their font and spaces what is left of a justified line; where that makes no sense, all share the run's width.
 */
export function edgesOf({ text, fontName, width, size }: Run, widths: LetterWidths): number[] {
  const known = widths.get(fontName);
  const spaces = [...text].filter(isSpace).length;
  const letters = [...text].map((letter) =>
    isSpace(letter) ? 0 : ((known?.get(letter) ?? usualWidth) / 1000) * size,
  );
  const inked = letters.reduce((sum, letter) => sum + letter, 0);
  const gap = spaces === 0 ? 0 : (width - inked) / spaces;
  const isSet = gap > 0 && gap < widestSpace * size;
  const space = isSet ? gap : ((known?.get(" ") ?? usualWidth / 2) / 1000) * size;
  const stretch = width / (inked + spaces * space || 1);
  const edges: number[] = [];
  let at = 0;
  for (const [index, letter] of [...text].entries()) {
    for (let unit = 0; unit < letter.length; unit += 1) edges.push(at);
    at += (isSpace(letter) ? space : (letters[index] ?? 0)) * stretch;
  }
  return [...edges, width];
}

type Glyph = { unicode: string; width: number };

function isGlyph(value: unknown): value is Glyph {
  return (
    typeof value === "object" &&
    value !== null &&
    "unicode" in value &&
    typeof value.unicode === "string" &&
    "width" in value &&
    typeof value.width === "number"
  );
}

/** Joined letters are several in the text: each has its share. */
function setWidth(known: Map<string, number>, { unicode, width }: Glyph): void {
  const letters = [...unicode.normalize("NFKC")];
  for (const letter of letters)
    if (letters.length === 1 || !known.has(letter)) known.set(letter, width / letters.length);
}

function fontOfState(state: unknown): string | undefined {
  if (!Array.isArray(state)) return undefined;
  const [, font]: unknown[] = (state as unknown[][]).find(([name]) => name === "Font") ?? [];
  return Array.isArray(font) ? String(font[0]) : undefined;
}

function isSpace(letter: string): boolean {
  return letter.trim() === "";
}
