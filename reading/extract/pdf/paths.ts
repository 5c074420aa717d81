import type { Engine } from "./engine.ts";

export type Point = { x: number; y: number };
export type Box = { left: number; right: number; bottom: number; top: number };
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };

/** One part of a path: its corners and the ends of its curves, in points of the page. */
export type Outline = {
  points: Point[];
  /** Whether a curve, not a straight line, leads to the point of this index. */
  isCurve: boolean[];
  isClosed: boolean;
};

const CURVE = 1;
const MOVE = 2;
/** A curve has two points that steer it before the one where it ends. */
const POINTS_OF_CURVE = 3;

/** The matrix of an object; null if it has none. */
export function readMatrix(engine: Engine, object: number): Matrix | null {
  const at = engine.scratch;
  if (engine.FPDFPageObj_GetMatrix(object, at) === 0) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = [0, 4, 8, 12, 16, 20].map((by) => engine.float(at + by));
  return { a, b, c, d, e, f };
}

const move = ({ x, y }: Point, matrix: Matrix | null): Point =>
  matrix === null
    ? { x, y }
    : { x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f };

/** The matrix that moves by `first` and then by `second`. */
export function joinMatrices(first: Matrix | null, second: Matrix | null): Matrix | null {
  if (first === null || second === null) return first ?? second;
  const origin = move({ x: first.e, y: first.f }, second);
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: origin.x,
    f: origin.y,
  };
}

/** The box of an object in points of the page, with the width of its lines; null if it has none. */
export function readBounds(engine: Engine, object: number, within: Matrix | null): Box | null {
  const at = engine.scratch;
  if (engine.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return null;
  return boundsAt(engine, within);
}

/** The bounds that were just read into the scratch memory. */
export function boundsAt(engine: Engine, within: Matrix | null): Box {
  const at = engine.scratch;
  const left = engine.float(at);
  const bottom = engine.float(at + 4);
  const right = engine.float(at + 8);
  const top = engine.float(at + 12);
  if (within === null) return { left, right, bottom, top };
  return boxOf([left, right].flatMap((x) => [bottom, top].map((y) => move({ x, y }, within))));
}

/** The smallest box around points; there has to be one. */
export function boxOf(points: Point[]): Box {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box;
}

/**
 * @param within the matrix of the forms around the path
 * @param isHull with the points that steer curves: the outlines then have the curves in them
 */
export function readOutlines(engine: Engine, path: number, within: Matrix | null, isHull = false): Outline[] {
  const matrix = joinMatrices(readMatrix(engine, path), within);
  const outlines: Outline[] = [];
  let open: Outline | null = null;
  let steering = 0;
  const count = engine.FPDFPath_CountSegments(path);
  for (let index = 0; index < count; index++) {
    const segment = engine.FPDFPath_GetPathSegment(path, index);
    const type = engine.FPDFPathSegment_GetType(segment);
    if (type === MOVE || open === null || open.isClosed) {
      // a line after the end of a closed part begins where that began
      const from: Point[] = type === MOVE ? [] : (open?.points.slice(0, 1) ?? []);
      open = { points: from, isCurve: from.map(() => false), isClosed: false };
      outlines.push(open);
    }
    steering = type === CURVE ? (steering + 1) % POINTS_OF_CURVE : 0;
    const at = engine.scratch;
    if ((steering === 0 || isHull) && engine.FPDFPathSegment_GetPoint(segment, at, at + 4) !== 0) {
      open.points.push(move({ x: engine.float(at), y: engine.float(at + 4) }, matrix));
      open.isCurve.push(type === CURVE);
    }
    if (engine.FPDFPathSegment_GetClose(segment) !== 0) open.isClosed = true;
  }
  return outlines.filter(({ points }) => points.length > 1);
}

/** The straight parts of an outline, in its order. */
export function segmentsOf({ points, isCurve, isClosed }: Outline): [Point, Point][] {
  return points.flatMap((point, at): [Point, Point][] => {
    const next = points[at + 1] ?? (isClosed ? points[0] : undefined);
    const isStraight = isCurve[(at + 1) % points.length] !== true;
    return next === undefined || !isStraight ? [] : [[point, next]];
  });
}

/** Whether a point lies in an area, not in its holes. */
export function isInArea(outlines: Outline[], x: number, y: number): boolean {
  let isIn = false;
  for (const { points } of outlines) {
    let before = points.at(-1);
    for (const point of points) {
      if (before !== undefined && point.y > y !== before.y > y) {
        const crossing = point.x + ((y - point.y) / (before.y - point.y)) * (before.x - point.x);
        if (x < crossing) isIn = !isIn;
      }
      before = point;
    }
  }
  return isIn;
}
