import type { Engine } from "./engine.ts";
import { isFilledLight, paintOf } from "./drawing.ts";
import { type Point, readOutlines, segmentsOf } from "./paths.ts";

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
/** The drawn lines of a page: for lines `across`, `at` is their height; for lines `down`, their distance from the left. */
export type Rulings = { across: Ruling[]; down: Ruling[] };

/** A page whose paths have more points is a drawing. */
const MOST_POINTS = 40_000;
const MOST_RULINGS = 1_500;
/** A filled shape is a line if it is at most this thick; borders of tables are thinner, bars of charts thicker. */
const MOST_THICK = 3;
/** Shorter lines are dashes, ticks and parts of letters. */
const SHORTEST = 4;
/** Areas with each channel above this are backgrounds. */
const LIGHT = 200;
/** A line may lean by this much. */
const LEAN = 0.5;

/** The drawn lines of paths that run along the page's axes; null if they are so many that it is a drawing. */
export function readRulings(engine: Engine, paths: number[]): Rulings | null {
  const rulings: Rulings = { across: [], down: [] };
  let points = 0;
  for (const path of paths) {
    points += engine.FPDFPath_CountSegments(path);
    if (points > MOST_POINTS || rulings.across.length + rulings.down.length > MOST_RULINGS) return null;
    readPath(engine, path, rulings);
  }
  return rulings;
}

function readPath(engine: Engine, path: number, rulings: Rulings): void {
  const { isFilled, isStroked } = paintOf(engine, path);
  if (!isFilled && !isStroked) return;
  for (const outline of readOutlines(engine, path, null)) {
    if (outline.isCurve.includes(true)) continue;
    if (!isStroked) addFilled(outline.points, rulings, () => isFilledLight(engine, path, LIGHT));
    else for (const [one, other] of segmentsOf(outline)) addLine(one, other, rulings);
  }
}

/** A thin filled shape counts as a line. */
function addFilled(shape: Point[], rulings: Rulings, isFaint: () => boolean): void {
  const xs = shape.map(({ x }) => x);
  const ys = shape.map(({ y }) => y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
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
