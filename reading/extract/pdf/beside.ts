import type { Engine } from "./engine.ts";
import type { Box } from "./paths.ts";

/** The letter beside which a mark belongs: before or after it in the order of the text. */
export type Host = { index: number; isBefore: boolean; gap: number };
/** The letters in a box, the nearest one of its line, and whether some cross its edge. */
export type Beside = { inside: number[]; nearest: Host | null; isCrossed: boolean };

/** Of the box's height: the middle of a letter of its line isn't farther above or below it. */
const LEVEL = 0.25;
/** Points: a letter and the box may overlap by this much. */
const OVERLAP = 1;
/** A label says its first words in this many characters. */
const LABEL = 24;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Finds the letters in and beside boxes of a page. */
export function lettersBeside(engine: Engine, text: number, boxes: Box[]): Beside[] {
  const found = boxes.map((box) => ({ box, beside: newBeside() }));
  const count = boxes.length === 0 ? 0 : Math.max(0, engine.FPDFText_CountChars(text));
  const at = engine.scratch;
  for (let index = 0; index < count; index++) {
    if (engine.FPDFText_GetUnicode(text, index) <= 32) continue;
    if (engine.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24) === 0) continue;
    const [left, right] = [engine.double(at), engine.double(at + 8)];
    const [bottom, top] = [engine.double(at + 16), engine.double(at + 24)];
    const y = (bottom + top) / 2;
    for (const { box, beside } of found) {
      if (bottom > box.top || top < box.bottom) continue;
      const level = (box.top - box.bottom) * LEVEL;
      const x = (left + right) / 2;
      if (x > box.left && x < box.right && y > box.bottom && y < box.top) beside.inside.push(index);
      else if (isOver(left, right, box.left, box.right) && isOver(bottom, top, box.bottom, box.top))
        beside.isCrossed = true;
      else if (y < box.bottom - level || y > box.top + level) continue;
      else if (left > box.right - OVERLAP)
        setNearest(beside, { index, isBefore: true, gap: left - box.right });
      else if (right < box.left + OVERLAP)
        setNearest(beside, { index, isBefore: false, gap: box.left - right });
    }
  }
  return found.map(({ beside }) => withDirection(engine, text, beside));
}

const newBeside = (): Beside => ({ inside: [], nearest: null, isCrossed: false });

const isOver = (from: number, to: number, low: number, high: number) =>
  Math.min(to, high) - Math.max(from, low) > OVERLAP;

function setNearest(beside: Beside, host: Host): void {
  if (beside.nearest === null || host.gap < beside.nearest.gap) beside.nearest = host;
}

/** Text that runs from right to left continues to the left of a letter. */
function withDirection(engine: Engine, text: number, beside: Beside): Beside {
  const { nearest } = beside;
  if (nearest === null) return beside;
  const letter = String.fromCodePoint(Math.min(0x10ffff, engine.FPDFText_GetUnicode(text, nearest.index)));
  if (!RIGHT_TO_LEFT.test(letter)) return beside;
  return { ...beside, nearest: { ...nearest, isBefore: !nearest.isBefore } };
}

/** The text of a line from a letter on, away from the mark beside it. */
export function labelAt(engine: Engine, text: number, { index, isBefore }: Host): string {
  const count = engine.FPDFText_CountChars(text);
  let label = "";
  for (let step = 0; step < LABEL; step++) {
    const at = isBefore ? index + step : index - step;
    const code = at < 0 || at >= count ? 10 : engine.FPDFText_GetUnicode(text, at);
    if (code === 10 || code === 13 || code > 0x10ffff) break;
    label += String.fromCodePoint(code);
  }
  return label;
}
