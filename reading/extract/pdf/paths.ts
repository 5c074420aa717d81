import type { Engine } from "./engine.ts";

export type Point = { x: number; y: number };
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };

/** The matrix of an object; null if it has none. */
export function readMatrix(engine: Engine, object: number): Matrix | null {
  const at = engine.scratch;
  if (engine.FPDFPageObj_GetMatrix(object, at) === 0) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = [0, 4, 8, 12, 16, 20].map((by) => engine.float(at + by));
  return { a, b, c, d, e, f };
}

export const move = ({ x, y }: Point, matrix: Matrix | null): Point =>
  matrix === null
    ? { x, y }
    : { x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f };
