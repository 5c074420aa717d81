import type { Engine } from "./engine.ts";
import { isFilledLight, paintOf } from "./drawing.ts";
import { type Box, boxOf, type Point, readOutlines, segmentsOf } from "./paths.ts";

/** A straight line along an axis, in points: `at` is the position across it, `from` and `to` are its ends. */
export type Ruling = {
  at: number;
  from: number;
  to: number;
  /** A light area, such as a cell's background, rather than a line to see. */
  isFaint?: true;
  /** Somebody drew it over the page, by hand. */
  isAdded?: true;
};
/** Lines `across`, whose `at` is their height, and lines `down`, whose `at` is their distance from the left. */
export type Borders = { across: Ruling[]; down: Ruling[] };
/** The drawn lines of a page. `waves` run across as waves, zigzags or rows of dots, or are thicker than a border. */
export type Rulings = Borders & { waves: Ruling[] };

/** A page whose paths have more points is a drawing. */
const MOST_POINTS = 40_000;
const MOST_RULINGS = 1_500;
/** A filled shape is a line if it is at most this thick; borders of tables are thinner, bars of charts thicker. */
const MOST_THICK = 3;
/** Shorter lines are dashes, ticks and parts of letters. */
const SHORTEST = 4;
/** Points: waves through text are at most this high and at least this long, by their height. */
const MOST_WAVE = 6;
const LEAST_WAVES = 2;
/** Dots of a line differ in width by less, and their gaps are narrower than this many of them. */
const SAME_DOT = 0.3;
const DOT_GAP = 3;
const FEWEST_DOTS = 4;
/** Areas with each channel above this are backgrounds. */
const LIGHT = 200;
/** A line may lean by this much. */
const LEAN = 0.5;

/** The drawn lines of paths that run along the page's axes; null if they are so many that it is a drawing. */
export function readRulings(engine: Engine, paths: number[]): Rulings | null {
  const rulings: Rulings = { across: [], down: [], waves: [] };
  const dots: Ruling[] = [];
  let points = 0;
  for (const path of paths) {
    points += engine.FPDFPath_CountSegments(path);
    if (points > MOST_POINTS || rulings.across.length + rulings.down.length > MOST_RULINGS) return null;
    readPath(engine, path, rulings, dots);
  }
  rulings.waves.push(...linesOfDots(dots));
  return rulings;
}

function readPath(engine: Engine, path: number, rulings: Rulings, dots: Ruling[]): void {
  const { isFilled, isStroked } = paintOf(engine, path);
  if (!isFilled && !isStroked) return;
  for (const outline of readOutlines(engine, path, null)) {
    const { points, isCurve } = outline;
    if (isStroked && points.length > POINTS_OF_BOX && !isFilled) {
      const box = boxOf(points);
      if (isWave(box)) addWave(box, rulings);
    }
    if (isCurve.includes(true)) continue;
    if (!isStroked) {
      const box = boxOf(points);
      const isFaint = () => isFilledLight(engine, path, LIGHT);
      addFilled(box, rulings, isFaint);
      if (box.right - box.left < SHORTEST) addDot(box, dots);
      else if (box.top - box.bottom > MOST_THICK && isWave(box) && !isFaint()) addWave(box, rulings);
    } else for (const [one, other] of segmentsOf(outline)) addLine(one, other, rulings);
  }
}

/** More points of a line than those of a box make it a wave. */
const POINTS_OF_BOX = 5;

function isWave({ left, right, bottom, top }: Box): boolean {
  const height = top - bottom;
  return height <= MOST_WAVE && right - left >= Math.max(SHORTEST, height * LEAST_WAVES);
}

const addWave = ({ left, right, bottom, top }: Box, { waves }: Rulings) =>
  waves.push(lineOf((top + bottom) / 2, left, right, false));

function addDot({ left, right, bottom, top }: Box, dots: Ruling[]): void {
  if (top - bottom <= MOST_THICK) dots.push(lineOf((top + bottom) / 2, left, right, false));
}

/** Dots that a file draws one after the other, at one height. */
function linesOfDots(dots: Ruling[]): Ruling[] {
  const lines: Ruling[] = [];
  let own: Ruling[] = [];
  const close = () => {
    const [first, last] = [own[0], own.at(-1)];
    if (own.length >= FEWEST_DOTS && first !== undefined && last !== undefined)
      lines.push({ at: first.at, from: first.from, to: last.to });
    own = [];
  };
  for (const dot of dots) {
    const last = own.at(-1);
    if (last !== undefined && !isNextDot(last, dot)) close();
    own.push(dot);
  }
  close();
  return lines;
}

function isNextDot(last: Ruling, dot: Ruling): boolean {
  const [width, gap] = [last.to - last.from, dot.from - last.to];
  const isAlike = Math.abs(dot.to - dot.from - width) <= SAME_DOT * width + LEAN;
  return isAlike && Math.abs(dot.at - last.at) <= LEAN && gap >= 0 && gap <= width * DOT_GAP;
}

/** A thin filled shape counts as a line. */
function addFilled({ left, right, bottom, top }: Box, rulings: Rulings, isFaint: () => boolean): void {
  const [width, height] = [right - left, top - bottom];
  if (height <= MOST_THICK && width > height)
    addLine({ x: left, y: (top + bottom) / 2 }, { x: right, y: (top + bottom) / 2 }, rulings, isFaint());
  else if (width <= MOST_THICK && height > width)
    addLine({ x: (left + right) / 2, y: bottom }, { x: (left + right) / 2, y: top }, rulings, isFaint());
}

function addLine(one: Point, other: Point, rulings: Rulings, isFaint = false): void {
  const [width, height] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  if (height <= LEAN && width >= SHORTEST)
    rulings.across.push(lineOf((one.y + other.y) / 2, one.x, other.x, isFaint));
  else if (width <= LEAN && height >= SHORTEST)
    rulings.down.push(lineOf((one.x + other.x) / 2, one.y, other.y, isFaint));
}

function lineOf(at: number, one: number, other: number, isFaint: boolean): Ruling {
  const line: Ruling = { at, from: Math.min(one, other), to: Math.max(one, other) };
  if (isFaint) line.isFaint = true;
  return line;
}
