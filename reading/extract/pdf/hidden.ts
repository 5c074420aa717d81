import type { Engine } from "./engine.ts";
import type { HiddenReason, Style } from "./letters.ts";
import { type Box, readBounds } from "./paths.ts";

/** Smaller letters are unreadable on paper: of 61,600 lines in 40 good PDFs the smallest measures 3.7 points. */
const TINY_POINTS = 1.5;
/** A color with each channel above this looks white. */
export const WHITE = 244;
/** Text drawn invisibly over pictures of this share of the page is the OCR layer of a scan. */
export const IMAGE_SHARE = 0.4;
const IMAGE = 3;
const TEXT = 1;

/** The reason why readers of the page can't see a letter; null if they can. */
export function hiddenReason(style: Style, box: Box, paper: Box, covers: () => Covers): HiddenReason | null {
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

/** The background under the letters of a page. */
export type Covers = { dark: Box[]; hasImage: boolean; imageShare: number };
/** A page with more objects than this is a drawing; its white text counts as visible. */
const MAX_OBJECTS = 20_000;

/** The background of letters: read once per page, on the first request. */
export function readCovers(engine: Engine, page: number, paper: Box): () => Covers {
  let covers: Covers | null = null;
  const read = (): Covers => {
    const found: Covers = { dark: [], hasImage: false, imageShare: 0 };
    const count = engine.FPDFPage_CountObjects(page);
    if (count > MAX_OBJECTS) found.dark.push(paper);
    for (let i = 0; i < Math.min(count, MAX_OBJECTS); i++) {
      const object = engine.FPDFPage_GetObject(page, i);
      const type = engine.FPDFPageObj_GetType(object);
      if (type === TEXT || type === 0) continue;
      const box = readBounds(engine, object, null);
      if (box === null) continue;
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

/** The share of the page that a box takes. */
export function share(box: Box, paper: Box): number {
  const width = Math.min(box.right, paper.right) - Math.max(box.left, paper.left);
  const height = Math.min(box.top, paper.top) - Math.max(box.bottom, paper.bottom);
  const area = (paper.right - paper.left) * (paper.top - paper.bottom);
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0;
}
