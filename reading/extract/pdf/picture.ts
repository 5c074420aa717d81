import type { Engine } from "./engine.ts";
import type { Box } from "./paths.ts";

const BGRX = 3;
const BYTES = 4;
const WHITE = 0xffffffff;
/** Pixels per point, for letters of 8 points and boxes as small. */
const SCALE = 2;
/** A US Letter page at that scale; a larger area is drawn smaller. */
const MOST_PIXELS = 2_000_000;

/** A part of a page as drawn. */
export type Picture = {
  pixels: Buffer;
  width: number;
  /** The pixels that lie wholly in a box of the page, at least one; `bottom` is the lowest row. */
  inside: (box: Box) => Box;
};

/** Draws a part of a page as readers see it; null if that isn't possible. */
export function drawArea(engine: Engine, page: number, area: Box): Picture | null {
  const points = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const size = (area.right - area.left) * (area.top - area.bottom);
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / Math.max(1, size)));
  const [across, down] = [Math.ceil(points.width * scale), Math.ceil(points.height * scale)];
  const at = engine.scratch;
  const placeOf = (x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, at, at + 4);
    return { x: engine.integer(at), y: engine.integer(at + 4) };
  };
  const [first, last] = [placeOf(area.left, area.top), placeOf(area.right, area.bottom)];
  const [left, top] = [Math.max(0, first.x - 1), Math.max(0, first.y - 1)];
  const width = Math.min(across, last.x + 1) - left;
  const height = Math.min(down, last.y + 1) - top;
  if (!(width > 0 && height > 0 && width * height <= 2 * MOST_PIXELS)) return null;
  const map = engine.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (map === 0) return null;
  engine.FPDFBitmap_FillRect(map, 0, 0, width, height, WHITE);
  engine.FPDF_RenderPageBitmap(map, page, -left, -top, across, down, 0, 0);
  // a row of four-byte pixels has no padding
  const pixels = engine.copy(engine.FPDFBitmap_GetBuffer(map), width * height * BYTES);
  engine.FPDFBitmap_Destroy(map);
  const inside = (box: Box) => {
    const [one, other] = [placeOf(box.left, box.top), placeOf(box.right, box.bottom)];
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const [x, y] = [within(one.x - left + 1, width - 1), within(one.y - top + 1, height - 1)];
    return {
      left: x,
      right: Math.max(x, within(other.x - left - 1, width - 1)),
      top: y,
      bottom: Math.max(y, within(other.y - top - 1, height - 1)),
    };
  };
  return { pixels, width, inside };
}

/** The share of a box's pixels that have another color in a second picture of the same area. */
export function difference(one: Picture, other: Picture, box: Box): number {
  const { left, right, top, bottom } = one.inside(box);
  let different = 0;
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const at = (y * one.width + x) * BYTES;
      if (one.pixels.compare(other.pixels, at, at + BYTES, at, at + BYTES) !== 0) different++;
    }
  return different / ((right - left + 1) * (bottom - top + 1));
}

/** Colors that differ by less look the same. */
const SAME_COLOR = 24;

/** The color of a box's upper left corner, and whether all of it has that color. */
export function colorOf({ pixels, width, inside }: Picture, box: Box): { isPlain: boolean; color: number[] } {
  const { left, right, top, bottom } = inside(box);
  const colorAt = (x: number, y: number) =>
    [0, 1, 2].map((channel) => pixels[(y * width + x) * BYTES + channel] ?? 0);
  const color = colorAt(left, top);
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++)
      if (!isSameColor(color, colorAt(x, y))) return { isPlain: false, color };
  return { isPlain: true, color };
}

/** Whether colors look the same. */
export const isSameColor = (one: number[], other: number[]) =>
  one.every((value, channel) => Math.abs(value - (other[channel] ?? 0)) <= SAME_COLOR);
