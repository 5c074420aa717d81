/** A page's text operators and arguments, as pdf.js lists them. */
export type Drawing = { fnArray: number[]; argsArray: unknown[] };
export type DrawingSigns = Record<
  "save" | "restore" | "paintFormXObjectBegin" | "paintFormXObjectEnd" | "setFont" | "setGState" | "showText",
  number
>;

/** By font and letter, in thousandths of the type size (PDF 32000, 9.2.4). */
export type LetterWidths = Map<string, Map<string, number>>;

/** A run of letters in one font; `width` and `size` in the page's own units. */
type Run = { text: string; fontName: string; width: number; size: number };

/** A word gap beyond this fraction of the size doesn't come from justification: the letters themselves are spaced out. */
const widestSpace = 1.2;
/** For letters of unknown width. */
const usualWidth = 500;

/** The widths of a page's letters, read from its operators. */
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
 * The start of each letter in a run, from 0 to the run's width, plus the end; by UTF-16 code unit. Letters get their font's
 * width and spaces the slack of a justified line; if that makes no sense, all divide the run's width evenly.
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

/** A ligature is several letters in the text: each gets its share. */
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
