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

/** Shorter beginnings of a quote occur on many pages by chance. */
const leastLetters = 24;
/** Fewer letters occur in another order by chance. */
const leastSame = 12;
/** Letters of the quote that must follow the mark of a note. */
const markAfter = 4;

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
  const wanted = bare(quote);
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
    if (sign.trim() !== "") signs.push({ item, from, to, letters: bare(sign) });
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

/** Ghostscript 10.0 swaps the bytes of a ligature's letters: `昀椀` for `fi`. */
const swappedLetter = /[昀琀猀挀吀椀氀樀栀]/g;

function bare(text: string): string {
  return text
    .replace(swappedLetter, (sign) => String.fromCharCode(sign.charCodeAt(0) >> 8))
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The whole quote, or its letters in another order, or its beginning. */
function findLetters(page: string, wanted: string): { start: number; length: number } | null {
  const isWhole = wanted !== "" && page.includes(wanted);
  return (
    (isWhole ? null : (sameLetters(page, wanted) ?? withMarks(page, wanted))) ??
    longestBeginning(page, wanted)
  );
}

/**
 * A range of the page with exactly the wanted letters in another order, such as a table row whose wrapped cells are drawn line by line. Of several, the range whose beginning is most like the wanted words.
 */
function sameLetters(page: string, wanted: string): { start: number; length: number } | null {
  const { length } = wanted;
  if (length < leastSame || page.length < length) return null;
  const missing = new Map<string, number>();
  let unequal = 0;
  const add = (letter: string | undefined, by: 1 | -1) => {
    if (letter === undefined) return;
    const before = missing.get(letter) ?? 0;
    missing.set(letter, before + by);
    unequal += (before + by === 0 ? 0 : 1) - (before === 0 ? 0 : 1);
  };
  for (let at = 0; at < length; at += 1) add(wanted[at], 1);
  let best: { start: number; length: number; same: number } | null = null;
  for (let at = 0; at < page.length; at += 1) {
    add(page[at], -1);
    if (at >= length) add(page[at - length], 1);
    const start = at - length + 1;
    if (unequal > 0 || start < 0) continue;
    let same = 0;
    while (same < length && page[start + same] === wanted[same]) same += 1;
    if (best === null || same > best.same) best = { start, length, same };
  }
  return best;
}

/**
 * The whole text with further letters between its own: the marks of notes, which the page has beside words and figures and
 * the text doesn't.
 */
function withMarks(page: string, wanted: string): { start: number; length: number } | null {
  const lead = wanted.slice(0, leastSame);
  if (wanted.length <= lead.length) return null;
  for (let start = page.indexOf(lead); start >= 0; start = page.indexOf(lead, start + 1)) {
    let at = start + lead.length;
    let place = lead.length;
    while (place < wanted.length && at < page.length) {
      const rest = wanted.slice(place, place + markAfter);
      const gap = [0, 1, 2, 3].find((more) => page.startsWith(rest, at + more));
      if (gap === undefined) break;
      at += gap;
      // up to the next mark
      do {
        at += 1;
        place += 1;
      } while (place < wanted.length && page[at] === wanted[place]);
    }
    if (place === wanted.length) return { start, length: at - start };
  }
  return null;
}

function longestBeginning(page: string, wanted: string): { start: number; length: number } | null {
  if (wanted === "") return null;
  for (let length = wanted.length; length > 0; length = Math.floor(length * 0.8)) {
    if (length < wanted.length && length < leastLetters) return null;
    const start = page.indexOf(wanted.slice(0, length));
    if (start >= 0) return { start, length };
  }
  return null;
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
