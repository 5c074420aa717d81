import type { Engine } from "./engine.ts";
import type { Box } from "./paths.ts";
import type { Ruling } from "./rulings.ts";

/** Lines and opaque areas that somebody drew over the text of a page, as annotations. */
export type AddedDrawings = { lines: Ruling[]; covers: Box[] };

/** Annotation subtypes of fpdf_annot.h. */
const LINE = 4;
const SQUARE = 5;
const INK = 15;
const INTERIOR = 1;
const OPAQUE = 255;
const NORMAL_BLEND = 0;
/** Points: a line drawn by hand leans by less, and is longer than a stroke of a letter. */
const MOST_LEAN = 5;
const SHORTEST = 12;
const MOST_POINTS = 2_000;

/** @param area the annotation's rectangle */
export function readAddedDrawing(
  engine: Engine,
  annotation: number,
  type: number,
  area: Box,
  found: AddedDrawings,
): void {
  if (type === SQUARE && isOpaque(engine, annotation)) found.covers.push(area);
  const points =
    type === LINE ? endsOf(engine, annotation) : type === INK ? strokeOf(engine, annotation) : [];
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  const [from, to, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (points.length > 2 && high - low <= MOST_LEAN && to - from >= SHORTEST)
    found.lines.push({ at: (low + high) / 2, from, to, isAdded: true });
}

function isOpaque(engine: Engine, annotation: number): boolean {
  const at = engine.scratch;
  if (engine.EPDFAnnot_GetColor(annotation, INTERIOR, at, at + 4, at + 8) === 0) return false;
  const alpha = engine.EPDFAnnot_GetOpacity(annotation, at) === 0 ? OPAQUE : engine.integer(at);
  return alpha === OPAQUE && engine.EPDFAnnot_GetBlendMode(annotation) === NORMAL_BLEND;
}

function endsOf(engine: Engine, annotation: number): number[] {
  const at = engine.scratch;
  return engine.FPDFAnnot_GetLine(annotation, at, at + 8) === 0 ? [] : numbersAt(engine, 4);
}

/** The points of the only stroke of a drawing; more strokes form a sign. */
function strokeOf(engine: Engine, annotation: number): number[] {
  if (engine.FPDFAnnot_GetInkListPath(annotation, 1, 0, 0) > 0) return [];
  const count = engine.FPDFAnnot_GetInkListPath(annotation, 0, 0, 0);
  if (count < 2 || count > MOST_POINTS) return [];
  const buffer = engine.put(new Uint8Array(count * 8));
  engine.FPDFAnnot_GetInkListPath(annotation, 0, buffer, count);
  return numbersAt(engine, count * 2, buffer);
}

const numbersAt = (engine: Engine, count: number, at = engine.scratch) =>
  Array.from({ length: count }, (_, place) => engine.float(at + place * 4));
