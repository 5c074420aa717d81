import type { Page } from "#reading/extract/extraction.ts";
import type { Engine } from "#reading/extract/pdf/engine.ts";

/**
 * What a drawn page shows and its read text lacks, or the other way round, found without the reader: from the pixels of the
 * page, and PDFium's letters one by one.
 */
export type Losses = {
  /** Figures and words that the picture shows and the text lacks. */
  lost: string[];
  /** Figures of the text that no figure of the page equals. */
  changed: string[];
  /** Words of the text that the picture doesn't show. */
  unseen: string[];
  /** Words of the text through which the picture has a line. */
  struck: string[];
  /** Neighbors that the text joins and the picture parts by a vertical line. */
  joined: string[];
};

type Token = {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
  size: number;
  y: number;
};
type Picture = { pixels: Buffer; stride: number; height: number; scale: number; top: number; left: number };

/** Pixels of each point. */
const SCALE = 2;
const MOST_PIXELS = 6_000_000;
const GRAY = 1;
const WHITE = 0xffffffff;
const DARK = 170;
/** Pixels: a wider dark area isn't a line. */
const WIDEST = 7;
const ANNOTATIONS = 1;

/** @param page the text read from the page; `handle` the loaded page, with the values of its form drawn into it */
export function lossesOf(engine: Engine, handle: number, page: Page): Losses {
  const text = engine.FPDFText_LoadPage(handle);
  const { tokens, objects } = readTokens(engine, text);
  const shown = draw(engine, handle);
  for (const object of objects) engine.FPDFPageObj_SetIsActive(object, 0);
  const ground = draw(engine, handle);
  for (const object of objects) engine.FPDFPageObj_SetIsActive(object, 1);
  engine.FPDFText_ClosePage(text);
  const read = readableOf(page.text);
  const visible = tokens.filter((token) => differs(shown, ground, token));
  const letters = bare(page.text);
  const isFigure = ({ text: own }: Token) => /^\d+(?:[.,]\d+)*$/.test(own);
  const figures = countOf(visible.filter(isFigure).map(({ text: own }) => own));
  const readFigures = countOf(read.figures);
  const isRaised = (token: Token, at: number) => {
    const before = visible[at - 1];
    return before !== undefined && token.size < before.size * 0.85 && token.y > before.y + before.size * 0.1;
  };
  return {
    lost: visible.flatMap((token, at) => {
      if (isFigure(token) && !isRaised(token, at)) {
        const missing = (figures.get(token.text) ?? 0) - (readFigures.get(token.text) ?? 0);
        return missing > 0 && !letters.includes(bare(token.text)) ? [token.text] : [];
      }
      return bare(token.text).length > 3 && !letters.includes(bare(token.text)) ? [token.text] : [];
    }),
    changed: [...new Set(read.figures)].filter(
      (figure) => !figures.has(figure) && !tokens.some(({ text: own }) => own.includes(figure)),
    ),
    unseen: tokens
      .filter((token) => !visible.includes(token) && bare(token.text).length > 3)
      .filter(
        (token) => letters.includes(bare(token.text)) && !visible.some(({ text: own }) => own === token.text),
      )
      .map(({ text: own }) => own),
    struck: visible
      .filter((token) => bare(token.text).length > 1 && isCrossed(ground, token))
      .filter((token) => letters.includes(bare(token.text)))
      .map(({ text: own }) => own),
    joined: visible.flatMap((token, at) => {
      const next = visible[at + 1];
      if (next === undefined || !isWalled(ground, token, next)) return [];
      const together = `${token.text} ${next.text}`;
      return page.text.includes(together) ? [together] : [];
    }),
  };
}

/** Letters and digits only: texts differ in white space, hyphens and ligatures. */
const bare = (text: string) =>
  text
    .replace(/[⁰¹²³⁴-⁹]+/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const readableOf = (text: string) => ({ figures: text.match(/\d+(?:[.,]\d+)*/g) ?? [] });

function countOf(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Letters that stand beside each other at one height and in one size are a token. */
function readTokens(engine: Engine, text: number): { tokens: Token[]; objects: Set<number> } {
  const tokens: Token[] = [];
  const objects = new Set<number>();
  let open: Token | null = null;
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFText_GetTextObject(text, index);
    if (object !== 0) objects.add(object);
    const code = engine.FPDFText_GetUnicode(text, index);
    if (code <= 32 || code === 0xa0 || code === 0xfffe || code > 0x10ffff) {
      open = null;
      continue;
    }
    const letter = letterAt(engine, text, index, String.fromCodePoint(code));
    const isSame: boolean =
      open !== null &&
      Math.abs(letter.y - open.y) < 0.5 &&
      Math.abs(letter.size - open.size) < 0.5 &&
      letter.left - open.right < open.size * 0.35 &&
      letter.left > open.right - open.size;
    if (isSame && open !== null) {
      open.text += letter.text;
      open.right = Math.max(open.right, letter.right);
      open.bottom = Math.min(open.bottom, letter.bottom);
      open.top = Math.max(open.top, letter.top);
    } else tokens.push((open = letter));
  }
  return {
    tokens: tokens
      .map((token) => ({ ...token, text: trimmed(token.text) }))
      .filter((token) => token.text !== ""),
    objects,
  };
}

const trimmed = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

function letterAt(engine: Engine, text: number, index: number, sign: string): Token {
  const at = engine.scratch;
  engine.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((offset) =>
    engine.double(at + offset),
  );
  engine.FPDFText_GetCharOrigin(text, index, at, at + 8);
  const y = engine.double(at + 8);
  engine.FPDFText_GetMatrix(text, index, at);
  const scale = Math.hypot(engine.float(at + 8), engine.float(at + 12)) || 1;
  const size = engine.FPDFText_GetFontSize(text, index) * scale;
  return { text: sign, left, right, bottom, top, size, y };
}

function draw(engine: Engine, page: number): Picture {
  const at = engine.scratch;
  engine.FPDF_GetPageBoundingBox(page, at);
  const [left, top] = [engine.float(at), engine.float(at + 4)];
  const points = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / Math.max(1, points.width * points.height)));
  const [width, height] = [points.width, points.height].map((length) =>
    Math.max(1, Math.floor(length * scale)),
  );
  const map = engine.FPDFBitmap_CreateEx(width ?? 1, height ?? 1, GRAY, 0, 0);
  engine.FPDFBitmap_FillRect(map, 0, 0, width ?? 1, height ?? 1, WHITE);
  engine.FPDF_RenderPageBitmap(map, page, 0, 0, width ?? 1, height ?? 1, 0, ANNOTATIONS);
  const stride = engine.FPDFBitmap_GetStride(map);
  const pixels = engine.copy(engine.FPDFBitmap_GetBuffer(map), stride * (height ?? 1));
  engine.FPDFBitmap_Destroy(map);
  return { pixels, stride, height: height ?? 1, scale, top, left };
}

const column = ({ scale, left }: Picture, x: number) => Math.round((x - left) * scale);
const row = ({ scale, top }: Picture, y: number) => Math.round((top - y) * scale);
const pixel = ({ pixels, stride, height }: Picture, x: number, y: number) =>
  x < 0 || y < 0 || x >= stride || y >= height ? 255 : (pixels[y * stride + x] ?? 255);

/** Whether the letters leave any trace in the picture. */
function differs(shown: Picture, ground: Picture, { left, right, bottom, top }: Token): boolean {
  for (let y = row(shown, top) - 1; y <= row(shown, bottom) + 1; y++)
    for (let x = column(shown, left) - 1; x <= column(shown, right) + 1; x++)
      if (Math.abs(pixel(shown, x, y) - pixel(ground, x, y)) > 8) return true;
  return false;
}

/** A dark line at mid-height that begins and ends with the letters. */
function isCrossed(ground: Picture, { left, right, y, size }: Token): boolean {
  const [from, to] = [column(ground, left), column(ground, right)];
  const free = Math.ceil(size * ground.scale);
  for (let line = row(ground, y + size * 0.45); line <= row(ground, y + size * 0.15); line++) {
    const isDark = (x: number) => pixel(ground, x, line) < DARK;
    let isWhole = to > from;
    for (let x = from + 1; x < to && isWhole; x++) isWhole = isDark(x);
    // a filled area behind the letters is dark above the line too
    const above = pixel(ground, Math.round((from + to) / 2), row(ground, y + size * 0.9));
    if (isWhole && above >= DARK && !isDark(from - 8 * free) && !isDark(to + 8 * free)) return true;
  }
  return false;
}

/** A dark line between two neighbors, as high as their letters. */
function isWalled(ground: Picture, one: Token, other: Token): boolean {
  if (Math.abs(one.y - other.y) > 1 || other.left - one.right < 0.36 * one.size) return false;
  for (let x = column(ground, one.right) + 1; x < column(ground, other.left); x++) {
    let isWhole = true;
    for (let y = row(ground, one.y + one.size * 0.8); y <= row(ground, one.y) && isWhole; y++)
      isWhole = pixel(ground, x, y) < DARK;
    // on a dark ground every column is dark
    const middle = row(ground, one.y + one.size * 0.4);
    const isThin = [-WIDEST, WIDEST].every((by) => pixel(ground, x + by, middle) >= DARK);
    if (isWhole && isThin) return true;
  }
  return false;
}
