import { findLetters, lettersOf } from "#engine/text/find-letters.ts";

/** A text run as rendered: `transform` and `edges` in the page's own units (PDF 32000, 9.4.4), `edges` from `edgesOf`. */
export type PlacedText = {
  text: string;
  transform: number[];
  height: number;
  edges: number[];
  /** 'rtl' for right-to-left text. */
  dir: string;
};

/** A rectangle in fractions of the page's width and height, from its upper left corner. */
export type Box = { left: number; top: number; width: number; height: number };

/**
 * Locates a quote on a rendered page, one box per line. The extracted and rendered texts differ in white space, hyphens
 * and ligatures, so only letters and digits are compared; adjacent punctuation counts as far as the quote has it. A
 * quote that continues on the next page is found by its beginning. Empty if the page doesn't contain it.
 * @param toShare from the page's units to fractions of the rendered page, rotated and cropped as shown
 */
export function findOnPage(
  items: PlacedText[],
  quote: string,
  toShare: (x: number, y: number) => [number, number],
): Box[] {
  const signs = items.flatMap(signsOf);
  const places: number[] = [];
  let page = "";
  for (const [place, { letters }] of signs.entries()) {
    page += letters;
    for (let unit = 0; unit < letters.length; unit += 1) places.push(place);
  }
  const wanted = lettersOf(quote);
  const found = findLetters(page, wanted);
  if (found === null) return [];
  const isWhole = found.length === wanted.length;
  let first = places[found.start] ?? 0;
  let last = places[found.start + found.length - 1] ?? first;
  for (let more = signsBefore(quote); more > 0 && signs[first - 1]?.letters === ""; more -= 1) first -= 1;
  for (let more = isWhole ? signsAfter(quote) : 0; more > 0 && signs[last + 1]?.letters === ""; more -= 1)
    last += 1;
  const parts = new Map<number, { from: number; to: number }>();
  for (const { item, from, to } of signs.slice(first, last + 1)) {
    const part = parts.get(item) ?? { from, to };
    parts.set(item, { from: Math.min(part.from, from), to: Math.max(part.to, to) });
  }
  const boxes = [...parts].flatMap(([index, { from, to }]) => {
    const item = items[index];
    return item === undefined ? [] : [boxOf(item, from, to, toShare)];
  });
  return joinLines(boxes);
}

/** A visible character: its position in its item, in UTF-16 code units, and its comparable form. */
type Sign = { item: number; from: number; to: number; letters: string };

function signsOf({ text }: PlacedText, item: number): Sign[] {
  const signs: Sign[] = [];
  let from = 0;
  for (const sign of text) {
    const to = from + sign.length;
    if (sign.trim() !== "") signs.push({ item, from, to, letters: lettersOf(sign) });
    from = to;
  }
  return signs;
}

function signsBefore(quote: string): number {
  return lengthWithoutSpace(/^[^\p{L}\p{N}]*/u.exec(quote)?.[0] ?? "");
}

function signsAfter(quote: string): number {
  return signsBefore([...quote].toReversed().join(""));
}

function lengthWithoutSpace(signs: string): number {
  return signs.replace(/\s/g, "").length;
}

/** Fraction of the type size below the baseline; typical of text faces. */
const descent = 0.22;

function boxOf(
  { text, transform, edges, height, dir }: PlacedText,
  from: number,
  to: number,
  toShare: (x: number, y: number) => [number, number],
): Box {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform;
  const size = Math.hypot(a, b) || 1;
  const along = [a / size, b / size] as const;
  const width = edges[text.length] ?? 0;
  const ways = [edges[from] ?? 0, edges[to] ?? width].map((way) => (dir === "rtl" ? width - way : way));
  const tall = height || size;
  const corners = ways.flatMap((way) =>
    [-descent * tall, (1 - descent) * tall].map((up) =>
      toShare(x + along[0] * way - along[1] * up, y + along[1] * way + along[0] * up),
    ),
  );
  const left = Math.min(...corners.map(([share]) => share));
  const top = Math.min(...corners.map(([, share]) => share));
  return {
    left,
    top,
    width: Math.max(...corners.map(([share]) => share)) - left,
    height: Math.max(...corners.map(([, share]) => share)) - top,
  };
}

/** Words of a line share this much of their height. */
const sameLine = 0.5;
/** Lines share more than this where a cell is centered beside two of them. */
const overlapping = 0.2;

/**
 * One box per line, to avoid seams between words, and one for a table row whose cells are centered beside wrapped ones:
 * boxes of its lines would run through each other's words.
 */
function joinLines(boxes: Box[]): Box[] {
  const lines = join(boxes, (line, box) => sharedHeight(line, box) >= sameLine);
  return join(lines, (row, line) => sharedHeight(row, line) > overlapping && areAligned(row, line));
}

function join(boxes: Box[], belong: (joined: Box, next: Box) => boolean): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    if (last === undefined || !belong(last, box)) joined.push(box);
    else joined[joined.length - 1] = around(last, box);
  }
  return joined;
}

/** As a share of the lower one's height; negative apart. */
function sharedHeight(one: Box, other: Box): number {
  const shared = Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.top, other.top);
  return shared / Math.min(one.height, other.height);
}

const areAligned = (one: Box, other: Box) =>
  Math.min(rightOf(one), rightOf(other)) > Math.max(one.left, other.left);

const rightOf = ({ left, width }: Box) => left + width;
const bottomOf = ({ top, height }: Box) => top + height;

function around(one: Box, other: Box): Box {
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  return {
    left,
    top,
    width: Math.max(rightOf(one), rightOf(other)) - left,
    height: Math.max(bottomOf(one), bottomOf(other)) - top,
  };
}
