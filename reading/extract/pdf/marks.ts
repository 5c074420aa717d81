import { type Beside, type Host, labelAt, lettersBeside } from "./beside.ts";
import { type Drawing, paintOf } from "./drawing.ts";
import type { Engine } from "./engine.ts";
import { findFrames, type Frame, looksLikePaper, type Piece, readPieces, shapeOf } from "./frames.ts";
import { type Box, segmentsOf } from "./paths.ts";
import { colorOf, drawArea, isSameColor } from "./picture.ts";
import type { Ruling, Rulings } from "./rulings.ts";
import { readStyle } from "./style.ts";

const TICKED = 0x2612;
const UNTICKED = 0x2610;

/** A box to tick that is only drawn, as the sign that it shows. */
export type Mark = {
  box: Box;
  code: number;
  /** Letters typed in the box are the mark. */
  isTyped: boolean;
};

/** Where marks stand among the letters of a page, by the index of the letter. */
export type PlacedMarks = { before: Map<number, Mark[]>; after: Map<number, Mark[]>; replaced: Set<number> };

/** Points: a label begins this close to its box. */
const NEAR = 12;
/** Sides of a box, in sizes of its label's letters. */
const SMALLEST = 0.5;
const LARGEST = 1.6;
/** Sides of boxes of one form differ by less, as a share. */
const SAME_SIDE = 0.12;
/** With the lines around them, squares are at least this large and this regular. */
const LEAST_SIDE = 5;
const NEARLY_SQUARE = 0.8;
const THICKEST = 4;
/** Boxes of a page; only a pattern has more. */
const MOST_FRAMES = 150;
/** Of the side: a mark is at least as large, and the edges of a border lie as close to the box. */
const LEAST_MARK = 0.35;
const BORDER = 0.22;
/** Of the side: what lies farther inside isn't the box's line. */
const INSIDE = 0.25;
const OUTSIDE = 0.15;
/** The ground of a box is white or what is around it, and lighter than this. */
const PAPER = [255, 255, 255];
const DARK = 128;
/** Points: a box's own lines, and how far a mark goes beyond it, by its side. */
const OWN_LINE = 1.2;
const OWN_MARK = 0.4;
const TICKS = new Set([..."✓✔✗✘✕✖☑☒×●■•⬤◼⚫"]);
const TYPED = new Set(["x", "X"]);

type Content = "empty" | "dot" | "cross" | "stroke" | "sign" | "typed";
type Candidate = { frame: Frame; content: Content; host: Host; isLabelled: boolean };

/**
 * The boxes to tick of a page that are only drawn. They have a label beside them and are like others of the page, or have a
 * mark in them.
 * @param taken areas of the page in which annotations are drawn
 */
export function findMarks(
  engine: Engine,
  page: number,
  text: number,
  { small }: Drawing,
  rulings: Rulings | null,
  taken: Box[],
): Mark[] {
  if (rulings === null || !mayFrame(engine, small)) return [];
  const frames = findFrames(readPieces(engine, small), rulings).filter(({ box }) => !isTaken(box, taken));
  if (frames.length === 0 || frames.length > MOST_FRAMES) return [];
  const beside = lettersBeside(engine, text, frames.map(({ box }) => box)); // prettier-ignore
  const candidates = frames.flatMap((frame, at) => candidateOf(engine, text, frame, beside[at]));
  const chosen = choose(candidates).filter(({ content }) => content !== "sign");
  return asDrawn(engine, page, chosen).map(({ frame: { box }, content }) => ({
    box,
    code: content === "empty" ? UNTICKED : TICKED,
    isTyped: content === "typed",
  }));
}

/** Whether shapes include a square, or the lines of one, by their boxes: most pages draw only parts of borders. */
function mayFrame(engine: Engine, shapes: Drawing["small"]): boolean {
  const [across, down]: [number[], number[]] = [[], []];
  for (const { object, box } of shapes) {
    const [width, height] = [box.right - box.left, box.top - box.bottom];
    const isSquare = Math.min(width, height) >= LEAST_SIDE && isNearly(width, height);
    if (isSquare && (paintOf(engine, object).isStroked || !looksLikePaper(engine, object))) return true;
    if (width >= LEAST_SIDE && height < THICKEST) across.push(width);
    if (height >= LEAST_SIDE && width < THICKEST) down.push(height);
  }
  return across.some((width) => down.some((height) => isNearly(width, height)));
}

const isNearly = (one: number, other: number) => Math.min(one, other) > Math.max(one, other) * NEARLY_SQUARE;

const isTaken = ({ left, right, bottom, top }: Box, areas: Box[]) =>
  areas.some((area) => area.left < right && left < area.right && area.bottom < top && bottom < area.top);

function candidateOf(engine: Engine, text: number, frame: Frame, beside?: Beside): Candidate[] {
  if (beside === undefined || beside.nearest === null || beside.isCrossed) return [];
  const content = contentOf(engine, text, frame, beside.inside);
  const host = beside.nearest;
  const object = engine.FPDFText_GetTextObject(text, host.index);
  if (content === null || object === 0) return [];
  const { size, turned } = readStyle(engine, text, host.index, object, new Map(), null);
  if (turned || frame.side < SMALLEST * size || frame.side > LARGEST * size) return [];
  const isLabelled = host.gap <= NEAR && /\p{L}/u.test(labelAt(engine, text, host));
  return [{ frame, content, host, isLabelled }];
}

/** What a box has in it; null if that is no mark. */
function contentOf(engine: Engine, text: number, frame: Frame, letters: number[]): Content | null {
  const drawn = drawnIn(frame);
  if (letters.length === 0 || drawn !== "empty") return letters.length === 0 ? drawn : null;
  const signs = letters.map((index) => String.fromCodePoint(Math.min(0x10ffff, engine.FPDFText_GetUnicode(text, index)))); // prettier-ignore
  if (signs.every((sign) => TICKS.has(sign))) return "sign";
  return signs.length === 1 && signs.every((sign) => TYPED.has(sign)) ? "typed" : null;
}

function drawnIn({ content, side, box, isSolid }: Frame): "empty" | "dot" | "cross" | "stroke" | null {
  if (isSolid) return "stroke";
  const seen = content.filter((piece) => !isBackground(piece) && !isBorder(piece, box, side));
  if (seen.length === 0) return "empty";
  if (!seen.every((piece) => isMark(piece, side))) return null;
  if (seen.every((piece) => piece.isFilled && shapeOf(piece) !== null)) return "dot";
  return seen.filter(({ outline }) => outline.points.length === 2).length > 1 ? "cross" : "stroke";
}

const isBackground = ({ isFilled, isStroked, isLight }: Piece) => isFilled && isLight && !isStroked;

const isUpright = ({ outline }: Piece) =>
  !outline.isCurve.includes(true) &&
  segmentsOf(outline).every(([one, other]) => one.x === other.x || one.y === other.y);

/** A line along the edge, as boxes with shadows have. */
function isBorder(piece: Piece, box: Box, side: number): boolean {
  const near = BORDER * side;
  return (
    isUpright(piece) &&
    segmentsOf(piece.outline).every(([one, other]) =>
      one.x === other.x
        ? one.x < box.left + near || one.x > box.right - near
        : one.y < box.bottom + near || one.y > box.top - near,
    )
  );
}

/** A filled area, or a line that isn't a plus or a minus, of some size. */
function isMark(piece: Piece, side: number): boolean {
  const { left, right, bottom, top } = piece.box;
  const isLarge = Math.max(right - left, top - bottom) >= side * LEAST_MARK;
  return isLarge && (piece.isFilled ? !piece.isLight : shapeOf(piece) === null && !isUpright(piece));
}

/** The boxes that are like others of the page. */
function choose(candidates: Candidate[]): Candidate[] {
  const isAlike = (one: Candidate, other: Candidate) =>
    one.frame.isRound === other.frame.isRound &&
    Math.abs(one.frame.side - other.frame.side) <= SAME_SIDE * one.frame.side;
  const labelled = candidates.filter(({ isLabelled }) => isLabelled);
  const hasPeers = (one: Candidate) => {
    const peers = labelled.filter((other) => isAlike(one, other));
    return (peers.length > 1 || one.content !== "empty") && isForm(peers, one);
  };
  const chosen = labelled.filter(hasPeers);
  // boxes in a column of a table have their label at the start of the row
  const others = candidates.filter(
    (one) => !one.isLabelled && chosen.filter((other) => isAlike(one, other)).length > 1,
  );
  return [...chosen, ...others];
}

/** Whether boxes are those of a form; signs that say yes or no, and letters in circles, are never empty. */
function isForm(peers: Candidate[], { frame, content }: Candidate): boolean {
  if (peers.some((peer) => peer.content === "empty")) return true;
  const kinds = new Set(peers.map((peer) => peer.content));
  return !frame.isRound && content !== "typed" && kinds.size === 1;
}

/** Those that look on the drawn page as their shapes say. */
function asDrawn(engine: Engine, page: number, candidates: Candidate[]): Candidate[] {
  if (candidates.length === 0) return [];
  const area = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { frame } of candidates) {
    const { left, right, bottom, top } = grown(frame.box, frame.side);
    area.left = Math.min(area.left, left);
    area.right = Math.max(area.right, right);
    area.bottom = Math.min(area.bottom, bottom);
    area.top = Math.max(area.top, top);
  }
  const picture = drawArea(engine, page, area);
  if (picture === null) return [];
  const grounds: number[][] = [];
  const drawn = candidates.filter(({ frame: { box, side }, content }) => {
    const { isPlain, color } = colorOf(picture, grown(box, -INSIDE * side));
    const isEmpty = isPlain && color.some((value) => value >= DARK);
    const around = colorOf(picture, grown(box, OUTSIDE * side));
    if (isEmpty && content === "empty") grounds.push(isSameColor(color, around.color) ? PAPER : color);
    return isEmpty === (content === "empty") && !around.isPlain;
  });
  // the keys of a chart differ in color
  return grounds.every((ground) => isSameColor(ground, grounds[0] ?? ground)) ? drawn : [];
}

const grown = ({ left, right, bottom, top }: Box, by: number): Box => ({
  left: left - by, right: right + by, bottom: bottom - by, top: top + by,
}); // prettier-ignore

/** Finds the places of marks among the letters of a page. */
export function placeMarks(engine: Engine, text: number, marks: Mark[]): PlacedMarks {
  const placed: PlacedMarks = { before: new Map(), after: new Map(), replaced: new Set() };
  const beside = lettersBeside(engine, text, marks.map(({ box }) => box)); // prettier-ignore
  const inOrder = [...marks.entries()].toSorted(([, one], [, other]) => one.box.left - other.box.left);
  for (const [at, mark] of inOrder) {
    const { inside = [], nearest = null } = beside[at] ?? {};
    const typed = mark.isTyped ? inside[0] : undefined;
    const host = typed === undefined ? nearest : { index: typed, isBefore: true };
    if (host === null) continue;
    if (typed !== undefined) for (const index of inside) placed.replaced.add(index);
    const places = host.isBefore ? placed.before : placed.after;
    places.set(host.index, [...(places.get(host.index) ?? []), mark]);
  }
  return placed;
}

/** The lines of a page without those of marks, which neither part text nor strike it out. */
export function withoutMarks({ across, down, waves }: Rulings, marks: Mark[]): Rulings {
  if (marks.length === 0) return { across, down, waves };
  const areas = marks.map(({ box }) => grown(box, OWN_LINE + OWN_MARK * (box.right - box.left)));
  const isIn = (at: number, { from, to }: Ruling, low: keyof Box, high: keyof Box, area: Box, [start, end]: [number, number]) =>
    at > area[low] && at < area[high] && from > start && to < end; // prettier-ignore
  return {
    waves,
    across: across.filter(
      (line) => !areas.some((area) => isIn(line.at, line, "bottom", "top", area, [area.left, area.right])),
    ),
    down: down.filter(
      (line) => !areas.some((area) => isIn(line.at, line, "left", "right", area, [area.bottom, area.top])),
    ),
  };
}
