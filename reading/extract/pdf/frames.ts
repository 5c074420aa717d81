import { isFilledLight, paintOf, type Shape } from "./drawing.ts";
import type { Engine } from "./engine.ts";
import { type Box, boxOf, type Outline, readOutlines, segmentsOf } from "./paths.ts";
import type { Ruling, Rulings } from "./rulings.ts";

/** One outline of a small path, and how it is painted. */
export type Piece = {
  outline: Outline;
  box: Box;
  order: number;
  isStroked: boolean;
  isFilled: boolean;
  /** Filled in a color like paper, or not seen. */
  isLight: boolean;
};

/** A drawn square or circle of the size of a box to tick, and the pieces drawn in it; a solid one shows its mark in a light color. */
export type Frame = { box: Box; side: number; isRound: boolean; isSolid: boolean; content: Piece[] };

/** Sides of a box to tick, in points. */
const LEAST_SIDE = 5;
const MOST_SIDE = 20;
/** Of the longer side: the two differ by less. */
const SQUARE = 0.15;
/** Of the side: points of an outline are this close to the square or the circle. */
const NEAR = 0.08;
/** A circle of fewer straight lines has corners. */
const FEWEST_CORNERS = 8;
const FEWEST_CURVES = 4;
/** Of the side: an inner outline at least as large is the other edge of a border. */
const BORDER = 0.6;
/** Points: a thinner filled shape is a line. */
const THIN = 2;
/** Points: lines that meet are this close. */
const MEET = 1;
/** Areas with each channel above this look like paper. */
const LIGHT = 190;
/** A box with a mark has fewer; only hostile files have more in such small shapes. */
const MOST_POINTS = 8_000;
/** Lines that go on beyond a box, by points and by its side, belong to a table or a chart. */
const BEYOND = 3;
const BEYOND_SIDE = 0.4;
/** Of the side: a handwritten mark leaves its box by less. */
const MOST_CONTENT = 1.6;

/** The outlines of small paths; none if there are too many. */
export function readPieces(engine: Engine, shapes: Shape[]): Piece[] {
  let points = 0;
  const pieces: Piece[] = [];
  for (const [order, { object, within }] of shapes.entries()) {
    points += engine.FPDFPath_CountSegments(object);
    if (points > MOST_POINTS) return [];
    const { isFilled, isStroked } = paintOf(engine, object);
    if (!isFilled && !isStroked) continue;
    const isLight = isFilled && looksLikePaper(engine, object);
    for (const outline of readOutlines(engine, object, within))
      pieces.push({ outline, box: boxOf(outline.points), order, isStroked, isFilled, isLight });
  }
  return pieces;
}

/** Whether a path is filled in a color like paper, or not seen. */
export const looksLikePaper = (engine: Engine, path: number) => isFilledLight(engine, path, LIGHT);

type Drawn = { box: Box; isRound: boolean; isSolid?: true; parts: Piece[] };

/** The boxes to tick among the pieces, without cells of tables and signs of charts. */
export function findFrames(pieces: Piece[], rulings: Rulings): Frame[] {
  const drawn = joinBorders([...outlined(pieces), ...filled(pieces), ...ofLines(pieces)]);
  return drawn.flatMap((one): Frame[] => {
    const { box, isRound, parts } = one;
    if (drawn.some((other) => other !== one && (isIn(one, other) || sharesEdge(one, other)))) return [];
    if (isCrossed(box, rulings)) return [];
    const side = sideOf(box);
    if (pieces.some((piece) => isNeighbor(piece, one, side))) return [];
    const content = pieces.filter((piece) => !parts.includes(piece) && isContent(piece.box, box, side));
    return [{ box, side, isRound, isSolid: one.isSolid === true, content }];
  });
}

const widthOf = ({ left, right }: Box) => right - left;
const heightOf = ({ bottom, top }: Box) => top - bottom;
const sideOf = (box: Box) => Math.max(widthOf(box), heightOf(box));

function isSquare(box: Box): boolean {
  const side = sideOf(box);
  const apart = Math.abs(widthOf(box) - heightOf(box));
  return side >= LEAST_SIDE && side <= MOST_SIDE && apart <= side * SQUARE;
}

function isContent(piece: Box, frame: Box, side: number): boolean {
  const [x, y] = [(piece.left + piece.right) / 2, (piece.bottom + piece.top) / 2];
  return (
    x > frame.left &&
    x < frame.right &&
    y > frame.bottom &&
    y < frame.top &&
    sideOf(piece) <= side * MOST_CONTENT
  );
}

/** Whether an outline is a square, its corners rounded or not, or a circle; null if neither. */
export function shapeOf({ outline, box }: Piece): "square" | "round" | null {
  const { points, isCurve, isClosed } = outline;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 4 || !isSquare(box)) return null;
  const near = sideOf(box) * NEAR;
  if (!isClosed && Math.hypot(first.x - last.x, first.y - last.y) > near) return null;
  const curves = isCurve.filter(Boolean).length;
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  const isRound =
    (curves >= FEWEST_CURVES || points.length >= FEWEST_CORNERS) &&
    points.every((point) => Math.abs(Math.hypot(point.x - x, point.y - y) - sideOf(box) / 2) < near);
  if (isRound) return "round";
  const edgesOf = (point: { x: number; y: number }) => [
    Math.abs(point.x - box.left) < near,
    Math.abs(point.x - box.right) < near,
    Math.abs(point.y - box.bottom) < near,
    Math.abs(point.y - box.top) < near,
  ];
  const edges = points.map(edgesOf);
  const isOnEdges = edges.every((own) => own.includes(true));
  const isStraight = edges.every((own, at) => {
    const before = edges.at(at - 1) ?? own;
    return isCurve[at] === true || own.some((isOn, edge) => isOn && before[edge] === true);
  });
  return isOnEdges && isStraight ? "square" : null;
}

/** Boxes drawn by their outline. */
const outlined = (pieces: Piece[]): Drawn[] =>
  pieces.flatMap((piece) => {
    const shape = piece.isStroked && (!piece.isFilled || piece.isLight) ? shapeOf(piece) : null;
    return shape === null ? [] : [{ box: piece.box, isRound: shape === "round", parts: [piece] }];
  });

/** Boxes drawn as a dark area with a light one or a light mark in it, or with a hole. */
function filled(pieces: Piece[]): Drawn[] {
  const areas = pieces.filter(({ isFilled, isStroked }) => isFilled && !isStroked);
  return areas.flatMap((outer): Drawn[] => {
    const shape = outer.isLight ? null : shapeOf(outer);
    if (shape === null) return [];
    const inner = areas.find(
      (piece) =>
        piece !== outer &&
        (piece.isLight ? piece.order > outer.order : piece.order === outer.order) &&
        isInside(piece.box, outer.box) &&
        sideOf(piece.box) >= sideOf(outer.box) * BORDER,
    );
    const drawn = { box: outer.box, isRound: shape === "round" };
    if (inner !== undefined) return [{ ...drawn, parts: [outer, inner] }];
    const isMarked = pieces.some((piece) => isLightMark(piece, outer));
    return isMarked ? [{ ...drawn, isSolid: true, parts: [outer] }] : [];
  });
}

/** A tick in a dark area. A line may have any color here: the drawn page shows whether it can be seen. */
const isLightMark = (piece: Piece, ground: Piece) =>
  piece.order > ground.order &&
  (piece.isLight || (piece.isStroked && !piece.isFilled)) &&
  shapeOf(piece) === null &&
  segmentsOf(piece.outline).some(([one, other]) => one.x !== other.x && one.y !== other.y) &&
  isInside(piece.box, ground.box);

type Edge = Ruling & { piece: Piece };

/** Boxes drawn as four lines, in one path or several. */
function ofLines(pieces: Piece[]): Drawn[] {
  const [across, down]: [Edge[], Edge[]] = [[], []];
  for (const piece of pieces) if (shapeOf(piece) === null) addEdges(piece, across, down);
  const near = (one: number, other: number) => Math.abs(one - other) < MEET;
  return across.flatMap((bottom): Drawn[] => {
    const isBeside = ({ at, from, to }: Edge, x: number, top: number) =>
      near(at, x) && near(from, bottom.at) && near(to, top);
    for (const top of across) {
      if (top.at <= bottom.at || !near(top.from, bottom.from) || !near(top.to, bottom.to)) continue;
      const box = { left: bottom.from, right: bottom.to, bottom: bottom.at, top: top.at };
      if (!isSquare(box)) continue;
      const left = down.find((edge) => isBeside(edge, box.left, box.top));
      const right = down.find((edge) => isBeside(edge, box.right, box.top));
      if (left === undefined || right === undefined) continue;
      return [{ box, isRound: false, parts: [bottom, top, left, right].map(({ piece }) => piece) }];
    }
    return [];
  });
}

function addEdges(piece: Piece, across: Edge[], down: Edge[]): void {
  const { box, isStroked, isLight } = piece;
  const [width, height] = [widthOf(box), heightOf(box)];
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  if (!isStroked && isLight) return;
  if (!isStroked) {
    if (height <= THIN && width >= LEAST_SIDE) across.push({ at: y, from: box.left, to: box.right, piece });
    if (width <= THIN && height >= LEAST_SIDE) down.push({ at: x, from: box.bottom, to: box.top, piece });
    return;
  }
  for (const [one, other] of segmentsOf(piece.outline)) {
    const [from, to] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    const [low, high] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
    if (high - low < MEET / 2 && to - from >= LEAST_SIDE) across.push({ at: low, from, to, piece });
    else if (to - from < MEET / 2 && high - low >= LEAST_SIDE)
      down.push({ at: from, from: low, to: high, piece });
  }
}

const isInside = (inner: Box, outer: Box) =>
  inner.left > outer.left - MEET &&
  inner.right < outer.right + MEET &&
  inner.bottom > outer.bottom - MEET &&
  inner.top < outer.top + MEET;

/** Boxes drawn several times, or with a border of two edges, as one. */
function joinBorders(boxes: Drawn[]): Drawn[] {
  const out: Drawn[] = [];
  for (const one of boxes.toSorted((left, right) => sideOf(right.box) - sideOf(left.box))) {
    const around = out.find(({ box }) => isInside(one.box, box) && sideOf(one.box) >= sideOf(box) * BORDER);
    if (around === undefined) out.push({ ...one, parts: [...one.parts] });
    else around.parts.push(...one.parts);
  }
  return out;
}

const isIn = ({ box }: Drawn, other: Drawn) =>
  sideOf(box) < sideOf(other.box) && isContent(box, other.box, sideOf(other.box));

/** Cells of a table share an edge. */
function sharesEdge({ box }: { box: Box }, { box: other }: Drawn): boolean {
  const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const down = Math.min(box.top, other.top) - Math.max(box.bottom, other.bottom);
  return across > -MEET && down > -MEET && Math.max(across, down) > MEET;
}

/** Whether an area of a pattern, such as a checkered one, is drawn directly beside a box. */
const isNeighbor = (piece: Piece, drawn: Drawn, side: number) =>
  !drawn.parts.includes(piece) &&
  Math.min(widthOf(piece.box), heightOf(piece.box)) > THIN &&
  !isContent(piece.box, drawn.box, side) &&
  shapeOf(piece) !== null &&
  sharesEdge(piece, drawn);

/** Whether a line that goes on beyond the box touches it. */
function isCrossed(box: Box, { across, down }: Rulings): boolean {
  const beyond = Math.max(BEYOND, sideOf(box) * BEYOND_SIDE);
  const touches = ({ at, from, to, isFaint }: Ruling, [low, high]: number[], [start, end]: number[]) =>
    isFaint !== true &&
    at > (low ?? 0) - MEET &&
    at < (high ?? 0) + MEET &&
    from < (end ?? 0) &&
    to > (start ?? 0) &&
    (from < (start ?? 0) - beyond || to > (end ?? 0) + beyond);
  const [wide, high] = [
    [box.left, box.right],
    [box.bottom, box.top],
  ];
  return across.some((line) => touches(line, high, wide)) || down.some((line) => touches(line, wide, high));
}
