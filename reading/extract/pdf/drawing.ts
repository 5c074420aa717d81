import type { Engine } from "./engine.ts";
import {
  boundsAt,
  type Box,
  boxOf,
  joinMatrices,
  type Matrix,
  readBounds,
  readMatrix,
  readOutlines,
} from "./paths.ts";

const TEXT = 1;
export const PATH = 2;
export const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const MOST_DEPTH = 8;
/** A page with more objects is a drawing: no shape of it counts. */
const MOST_OBJECTS = 20_000;
/** Points: a box to tick with its lines; larger shapes are cells, frames and pictures. */
const MOST_SMALL = 22;
/** Points, and points of the path: the largest box of a small line with sharp corners. */
const MOST_SHARP = 45;
const MOST_CORNERS = 24;
/** A page with more small shapes is a chart, a map or letters drawn as shapes; 60 ticked boxes of six lines have 360. */
const MOST_SMALL_SHAPES = 400;
/** Points: thinner areas are lines. */
const LEAST_COVER = 3;
/** A page that paints more areas over its text is a chart or a map. */
const MOST_COVERS = 1_000;

/** A path or a picture; `within` is the matrix of the forms around it. */
export type Shape = { object: number; within: Matrix | null; box: Box };
/** An area over all texts of the page before number `after`. */
export type Cover = Shape & { after: number; type: number };

/** What is drawn on a page, in the order of painting. */
export type Drawing = {
  /** Text objects, and the matrices of those in forms. */
  texts: number[];
  moved: Map<number, Matrix>;
  /** The paths of the page itself; null if it has so many objects that it is a drawing. */
  paths: number[] | null;
  /** Paths of the size of a box to tick, or of a mark in one. */
  small: Shape[];
  /** Areas without transparency, painted after some text. */
  covers: Cover[];
};

/**
 * Reads the drawn objects of a page and its forms.
 * @param own the number of the page's own objects, if those after them were added to it
 */
export function readDrawing(engine: Engine, page: number, own = Infinity): Drawing {
  const texts: number[] = [];
  const paths: number[] = [];
  const found: Drawing = { texts, moved: new Map(), paths, small: [], covers: [] };
  let left = MOST_OBJECTS;
  const visit = (object: number, within: Matrix | null, depth: number) => {
    const type = engine.FPDFPageObj_GetType(object);
    if (type === TEXT) {
      if (within !== null) found.moved.set(object, within);
      texts.push(object);
    } else if (type === PATH) {
      if (depth === 0) paths.push(object);
      addPath(engine, object, within, found);
    } else if (type === IMAGE || type === SHADING) addArea(engine, object, within, type, found);
    else if (type === FORM && depth < MOST_DEPTH) {
      const inside = joinMatrices(readMatrix(engine, object), within);
      const count = engine.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && left-- > 0; index++)
        visit(engine.FPDFFormObj_GetObject(object, index), inside, depth + 1);
    }
  };
  const count = engine.FPDFPage_CountObjects(page);
  const isDrawing = count > MOST_OBJECTS;
  for (let index = 0; index < Math.min(count, own) && !isDrawing; index++) {
    left--;
    visit(engine.FPDFPage_GetObject(page, index), null, 0);
  }
  if (left < 0 || found.small.length > MOST_SMALL_SHAPES) found.small = [];
  if (left < 0 || found.covers.length > MOST_COVERS) found.covers = [];
  return isDrawing ? { ...found, paths: null } : found;
}

function addPath(engine: Engine, object: number, within: Matrix | null, found: Drawing): void {
  const at = engine.scratch;
  if (engine.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) return;
  const width = engine.float(at + 8) - engine.float(at);
  const height = engine.float(at + 12) - engine.float(at + 4);
  if (
    within === null &&
    (width < LEAST_COVER || height < LEAST_COVER) &&
    Math.max(width, height) > MOST_SMALL
  )
    return;
  const box = boundsAt(engine, within);
  if (found.small.length <= MOST_SMALL_SHAPES && isSmall(engine, { object, within, box }))
    found.small.push({ object, within, box });
  if (found.texts.length > 0 && isCovering(engine, object)) addArea(engine, object, within, PATH, found);
}

/** Whether a path is filled with one color; patterns leave gaps. */
function isCovering(engine: Engine, path: number): boolean {
  const at = engine.scratch;
  if (engine.FPDFPath_GetDrawMode(path, at, at + 4) === 0 || engine.integer(at) === 0) return false;
  return engine.FPDFPageObj_GetFillColor(path, at, at + 4, at + 8, at + 12) !== 0;
}

function addArea(
  engine: Engine,
  object: number,
  within: Matrix | null,
  type: number,
  { texts, covers }: Drawing,
): void {
  if (texts.length === 0 || covers.length > MOST_COVERS) return;
  const box = readBounds(engine, object, within);
  if (box === null || box.right - box.left < LEAST_COVER || box.top - box.bottom < LEAST_COVER) return;
  if (engine.FPDFPageObj_HasTransparency(object) === 0)
    covers.push({ object, within, box, after: texts.length, type });
}

/** The box of a line with sharp corners is larger than the line as drawn. */
function isSmall(engine: Engine, { object, within, box }: Shape): boolean {
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  if (width <= MOST_SMALL && height <= MOST_SMALL) return true;
  if (width > MOST_SHARP || height > MOST_SHARP || engine.FPDFPath_CountSegments(object) > MOST_CORNERS)
    return false;
  if (!paintOf(engine, object).isStroked) return false;
  return readOutlines(engine, object, within).every(({ points }) => {
    const own = boxOf(points);
    return own.right - own.left <= MOST_SMALL && own.top - own.bottom <= MOST_SMALL;
  });
}

/** Whether a path is filled and whether its line is drawn. */
export function paintOf(engine: Engine, path: number): { isFilled: boolean; isStroked: boolean } {
  const at = engine.scratch;
  if (engine.FPDFPath_GetDrawMode(path, at, at + 4) === 0) return { isFilled: false, isStroked: false };
  return { isFilled: engine.integer(at) !== 0, isStroked: engine.integer(at + 4) !== 0 };
}

/** Whether a path is filled in a color with each channel above a level, or in one that can't be seen. */
export function isFilledLight(engine: Engine, path: number, level: number): boolean {
  const at = engine.scratch;
  if (engine.FPDFPageObj_GetFillColor(path, at, at + 4, at + 8, at + 12) === 0) return false;
  return [0, 4, 8].every((channel) => engine.integer(at + channel) > level) || engine.integer(at + 12) === 0;
}
