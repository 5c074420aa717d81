import { type Cover, type Drawing, IMAGE, PATH } from "./drawing.ts";
import type { Engine } from "./engine.ts";
import { IMAGE_SHARE, share } from "./hidden.ts";
import { type Box, isInArea, type Outline, readBounds, readOutlines } from "./paths.ts";
import { difference, drawArea } from "./picture.ts";

/** Text rendering modes that paint nothing. */
const UNPAINTED = new Set([3, 7]);
/** The part of a text's height that counts: its box also has the room of letters that it lacks. */
const MIDDLE = 0.25;
/** A letter of which less is seen, between covered ones, isn't one to read. */
const TRACE = 0.1;

/** Letters by their index in the page's text. */
export type PaintedOver = { letters: Set<number>; recognized: Set<number> };

/**
 * Letters that readers can't see because an area was painted over them later: the page looks the same without them.
 * Those below a picture of the page are a scan's text (`recognized`). Null if there are none.
 */
export function findPaintedOver(
  engine: Engine,
  page: number,
  text: number,
  drawing: Drawing,
  paper: Box,
): PaintedOver | null {
  const over = textsBelow(engine, drawing);
  const below = over.size === 0 ? [] : lettersBelow(engine, text, over);
  if (below.length === 0) return null;
  const found: PaintedOver = { letters: new Set(), recognized: new Set() };
  const images = drawing.covers.filter(({ type }) => type === IMAGE);
  const isScan = images.reduce((sum, { box }) => sum + share(box, paper), 0) >= IMAGE_SHARE;
  const seen = shareSeen(engine, page, below, [...over.keys()]);
  const covered = new Set(below.flatMap(({ index }, at) => (seen[at] === 0 ? [index] : [])));
  for (const [at, { index, cover }] of below.entries()) {
    const isGone = covered.has(index) || ((seen[at] ?? 1) < TRACE && isAmong(engine, text, index, covered));
    if (isGone) (cover.type === IMAGE && isScan ? found.recognized : found.letters).add(index);
  }
  for (const index of signsOf(engine, text, found.letters)) found.letters.add(index);
  return found;
}

/** The text objects that may lie below areas painted later. */
function textsBelow(engine: Engine, { texts, moved, covers }: Drawing): Map<number, Cover[]> {
  const over = new Map<number, Cover[]>();
  const levels = new Map<number, Cover[]>();
  for (const cover of covers)
    for (let level = levelOf(cover.box.bottom); level <= levelOf(cover.box.top); level++) {
      const own = levels.get(level);
      if (own === undefined) levels.set(level, [cover]);
      else own.push(cover);
    }
  const last = covers.at(-1)?.after ?? 0;
  for (let number = 0; number < last; number++) {
    const object = texts[number] ?? 0;
    const box = readBounds(engine, object, moved.get(object) ?? null);
    if (box === null) continue;
    const height = box.top - box.bottom;
    const [bottom, top] = [box.bottom + height * MIDDLE, box.top - height * MIDDLE];
    const later = new Set<Cover>();
    for (let level = levelOf(bottom); level <= levelOf(top); level++)
      for (const cover of levels.get(level) ?? NONE)
        if (cover.after > number && overlaps(cover.box, box.left, box.right, bottom, top)) later.add(cover);
    if (later.size > 0 && !UNPAINTED.has(engine.FPDFTextObj_GetTextRenderMode(object)))
      over.set(object, [...later]);
  }
  return over;
}

/** A page is less high than this many levels; those of hostile files end there. */
const MOST_LEVELS = 600;
const LEVEL = 24;
const levelOf = (y: number) => Math.max(0, Math.min(MOST_LEVELS, Math.floor(y / LEVEL)));
const NONE: Cover[] = [];

const overlaps = (area: Box, left: number, right: number, bottom: number, top: number) =>
  area.left <= right && left <= area.right && area.bottom <= top && bottom <= area.top;

type Letter = { index: number; box: Box; cover: Cover };

function lettersBelow(engine: Engine, text: number, over: Map<number, Cover[]>): Letter[] {
  const letters: Letter[] = [];
  const isIn = areasOf(engine);
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  const at = engine.scratch;
  for (let index = 0; index < count; index++) {
    const covers = over.get(engine.FPDFText_GetTextObject(text, index));
    if (covers === undefined || isSpace(engine.FPDFText_GetUnicode(text, index))) continue;
    if (engine.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24) === 0) continue;
    const box = {
      left: engine.double(at),
      right: engine.double(at + 8),
      bottom: engine.double(at + 16),
      top: engine.double(at + 24),
    };
    if (box.right <= box.left || box.top <= box.bottom) continue;
    const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
    const cover = covers.find((area) => overlaps(area.box, x, x, y, y) && isIn(area, x, y));
    if (cover !== undefined) letters.push({ index, box, cover });
  }
  return letters;
}

/** A path of more points is taken for its box. */
const MOST_POINTS = 2_000;

/** Whether a point lies in the area of a cover. */
function areasOf(engine: Engine): (cover: Cover, x: number, y: number) => boolean {
  const known = new Map<Cover, Outline[] | null>();
  return (cover, x, y) => {
    let outlines = known.get(cover);
    if (outlines === undefined) {
      const { object, within, type } = cover;
      const isRead = type === PATH && engine.FPDFPath_CountSegments(object) <= MOST_POINTS;
      outlines = isRead ? readOutlines(engine, object, within, true) : null;
      known.set(cover, outlines);
    }
    return outlines === null || isInArea(outlines, x, y);
  };
}

/** The share of each letter's box that looks different without the letters. */
function shareSeen(engine: Engine, page: number, letters: Letter[], objects: number[]): number[] {
  const area = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { box } of letters) {
    area.left = Math.min(area.left, box.left);
    area.right = Math.max(area.right, box.right);
    area.bottom = Math.min(area.bottom, box.bottom);
    area.top = Math.max(area.top, box.top);
  }
  const shown = drawArea(engine, page, area);
  if (shown === null) return [];
  for (const object of objects) engine.FPDFPageObj_SetIsActive(object, 0);
  const without = drawArea(engine, page, area);
  for (const object of objects) engine.FPDFPageObj_SetIsActive(object, 1);
  return without === null ? [] : letters.map(({ box }) => difference(shown, without, box));
}

const LAST_ASCII = 0x7e;
const isSpace = (code: number) =>
  code <= 32 || (code > LAST_ASCII && code <= 0x10ffff && /\s/u.test(String.fromCodePoint(code)));

/** Whether the letters before and after one of the same word are among those. */
function isAmong(engine: Engine, text: number, index: number, letters: Set<number>): boolean {
  const isCovered = (at: number) => letters.has(at) || isSpace(engine.FPDFText_GetUnicode(text, at));
  return isCovered(index - 1) && isCovered(index + 1) && (letters.has(index - 1) || letters.has(index + 1));
}

/** The signs around covered words: quotation marks stand higher than the area that covers the rest. */
function signsOf(engine: Engine, text: number, letters: Set<number>): number[] {
  const count = engine.FPDFText_CountChars(text);
  const signs: number[] = [];
  const done = new Set<number>();
  for (const letter of letters) {
    if (done.has(letter)) continue;
    const own: number[] = [];
    const isEnd = (at: number) => at < 0 || at >= count || isSpace(engine.FPDFText_GetUnicode(text, at));
    let from = letter;
    while (!isEnd(from - 1)) from--;
    for (let at = from; !isEnd(at); at++) {
      done.add(at);
      if (!letters.has(at)) own.push(at);
    }
    if (own.every((at) => isSign(engine.FPDFText_GetUnicode(text, at)))) signs.push(...own);
  }
  return signs;
}

const isSign = (code: number) => code <= 0x10ffff && /[\p{P}\p{Sm}\p{Sc}]/u.test(String.fromCodePoint(code));
