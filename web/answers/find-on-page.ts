/** A run of letters as the drawing places it: `transform` and `width` in the page's own units (PDF 32000, 9.4.4). */
export type PlacedText = { text: string; transform: number[]; width: number; height: number };

/** A rectangle in shares of the page's width and height, from its upper left corner. */
export type Box = { left: number; top: number; width: number; height: number };

/** Shorter beginnings of a quote than this stand on many pages by chance. */
const leastLetters = 24;

/**
 * Where a quote stands on a drawn page, a box per line. The reader's text and the drawing's differ in white space,
 * hyphens and joined letters, so letters and digits alone are compared. A quote that goes on overleaf is found by its
 * beginning. Empty when the page does not hold it.
 *
 * @param toShare from the page's units to shares of the drawn page, turned and cropped as it is shown
 */
export function findOnPage(
  items: PlacedText[],
  quote: string,
  toShare: (x: number, y: number) => [number, number],
): Box[] {
  const letters: { item: number; at: number }[] = [];
  let page = "";
  for (const [item, { text }] of items.entries()) {
    let at = 0;
    for (const sign of text) {
      for (const letter of bare(sign)) {
        page += letter;
        letters.push({ item, at });
      }
      at += sign.length;
    }
  }
  const wanted = bare(quote);
  const found = longestBeginning(page, wanted);
  if (found === null) return [];
  const parts = new Map<number, { from: number; to: number }>();
  for (const { item, at } of letters.slice(found.start, found.start + found.length)) {
    const part = parts.get(item) ?? { from: at, to: at };
    parts.set(item, { from: Math.min(part.from, at), to: Math.max(part.to, at + 1) });
  }
  const boxes = [...parts].flatMap(([index, { from, to }]) => {
    const item = items[index];
    return item === undefined ? [] : [boxOf(item, from, to, toShare)];
  });
  return joinLines(boxes);
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
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

/** Share of a letter's height that hangs below the line it stands on; common to text faces. */
const descent = 0.22;

function boxOf(
  { text, transform, width, height }: PlacedText,
  from: number,
  to: number,
  toShare: (x: number, y: number) => [number, number],
): Box {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform;
  const size = Math.hypot(a, b) || 1;
  const along = [a / size, b / size] as const;
  const start = (from / text.length) * width;
  const end = (to / text.length) * width;
  const tall = height || size;
  const corners = [start, end].flatMap((way) =>
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

/** Words that follow each other on a line become one box, so that no seams show between them. */
function joinLines(boxes: Box[]): Box[] {
  const lines: Box[] = [];
  for (const box of boxes) {
    const last = lines.at(-1);
    const shared =
      last === undefined
        ? 0
        : Math.min(last.top + last.height, box.top + box.height) - Math.max(last.top, box.top);
    if (last === undefined || shared < 0.5 * Math.min(last.height, box.height)) {
      lines.push({ ...box });
      continue;
    }
    const right = Math.max(last.left + last.width, box.left + box.width);
    const bottom = Math.max(last.top + last.height, box.top + box.height);
    last.left = Math.min(last.left, box.left);
    last.top = Math.min(last.top, box.top);
    last.width = right - last.left;
    last.height = bottom - last.top;
  }
  return lines;
}
