import type { Engine } from "./engine.ts";
import { SLANT } from "./style.ts";

/** The direction of a rotated line, as the matrix that makes it run from left to right. */
type Turn = readonly [a: number, b: number, c: number, d: number];
const TURNS = {
  up: [0, -1, 1, 0],
  down: [0, 1, -1, 0],
  back: [-1, 0, 0, -1],
} as const satisfies Record<string, Turn>;

/**
 * Reverts the page's display rotation. PDFium orders letters by their displayed position, so text displayed sideways comes
 * out with its words scrambled.
 * @returns whether there was a rotation
 */
export function clearRotation(engine: Engine, page: number): boolean {
  if (engine.FPDFPage_GetRotation(page) === 0) return false;
  engine.FPDFPage_SetRotation(page, 0);
  return true;
}

/**
 * Rotates a page whose letters mostly run up, down or backwards (a wide table on a tall page), so that its lines are read
 * as lines; the page must be reloaded. Nothing is written to the file.
 * @returns whether it was rotated
 */
export function turnUpright(engine: Engine, page: number, text: number): boolean {
  const turn = commonestTurn(engine, text);
  if (turn === null) return false;
  const at = engine.scratch;
  engine.FPDF_GetPageBoundingBox(page, at);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => engine.float(at + offset));
  const [a, b, c, d] = turn;
  const xs = [left, right].flatMap((x = 0) => [bottom, top].map((y = 0) => a * x + c * y));
  const ys = [left, right].flatMap((x = 0) => [bottom, top].map((y = 0) => b * x + d * y));
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY];
  const matrix = engine.putFloats([a, b, c, d, -minX, -minY]);
  const clip = engine.putFloats([0, height, width, 0]);
  if (engine.FPDFPage_TransFormWithClip(page, matrix, clip) === 0) return false;
  engine.FPDFPage_SetMediaBox(page, 0, 0, width, height);
  engine.FPDFPage_SetCropBox(page, 0, 0, width, height);
  return true;
}

/** The rotation of more than half of a page's letters. */
function commonestTurn(engine: Engine, text: number): Turn | null {
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  const counts = { up: 0, down: 0, back: 0 };
  let letters = 0;
  for (let index = 0; index < count; index++) {
    if (engine.FPDFText_GetUnicode(text, index) <= 32) continue;
    if (engine.FPDFText_GetMatrix(text, index, engine.scratch) === 0) continue;
    letters++;
    const a = engine.float(engine.scratch);
    const b = engine.float(engine.scratch + 4);
    if (Math.abs(a) < Math.abs(b) * SLANT) counts[b > 0 ? "up" : "down"]++;
    else if (a < 0 && Math.abs(b) < -a * SLANT) counts.back++;
  }
  for (const way of ["up", "down", "back"] as const) if (counts[way] * 2 > letters) return TURNS[way];
  return null;
}
