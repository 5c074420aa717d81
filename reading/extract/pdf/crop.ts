import { encode } from "fast-png";
import { startEngine, type Engine } from "./engine.ts";
import { loadDocument } from "./pdf.ts";
import { wordsOnPage, type Area } from "./words-on-page.ts";

/** Pixels. A picture is shown 360 px wide, on displays with a pixel ratio of 2. */
const WIDTH = 720;
/** Width of the shown part of the page in points: ten-point type then appears at twelve pixels. */
const NARROWEST = 300;
/** Margin beside the highlighted words. */
const MARGIN = 12;
/** Margin above highlighted words that fill the picture: one line of ten-point type. */
const LINE_ABOVE = 14;
/** Fixed for every picture, so that its space can be reserved before it loads; a longer quote shows its beginning. */
const HEIGHT = 288;
const BGRX = 3;
const CHANNELS = 3;
const WHITE = 0xffffffff;
const ANNOTATIONS = 1;
/** `--rubric` of the light theme, and the opacity of the highlight. */
const RUBRIC = [0xb0, 0x34, 0x1d] as const;
const WASH = 0.16;
const LINE = 2;

/**
 * The part of a page (position from 0) around words, with the words highlighted, as a PNG of 720 by 288 pixels; null if the
 * page can't be drawn or lacks the words.
 */
export async function cropPage(bytes: Uint8Array, index: number, words: string): Promise<Uint8Array | null> {
  const engine = await startEngine();
  const page = engine.FPDF_LoadPage(loadDocument(engine, bytes), index);
  if (page === 0) return null;
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const lit = wordsOnPage(engine, page, words, size);
  const frame = frameOf(lit, size);
  return frame === null ? null : draw(engine, page, size, frame, lit);
}

/**
 * The visible part of the page: the highlighted words centered in their surroundings, never less than a column's width.
 */
function frameOf(lit: Area[], size: { width: number; height: number }): Area | null {
  if (lit.length === 0) return null;
  const left = Math.min(...lit.map((area) => area.left));
  const right = Math.max(...lit.map((area) => area.right));
  const top = Math.min(...lit.map((area) => area.top));
  const bottom = Math.max(...lit.map((area) => area.bottom));
  const width = Math.min(size.width, Math.max(NARROWEST, right - left + 2 * MARGIN));
  const height = (width * HEIGHT) / WIDTH;
  const from = inside((left + right - width) / 2, size.width - width);
  const above = Math.max(LINE_ABOVE, (height - (bottom - top)) / 2);
  const start = inside(top - above, size.height - height);
  return width < 1 ? null : { left: from, top: start, right: from + width, bottom: start + height };
}

function inside(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function draw(
  engine: Engine,
  page: number,
  size: { width: number; height: number },
  frame: Area,
  lit: Area[],
): Uint8Array | null {
  const scale = WIDTH / (frame.right - frame.left);
  const map = engine.FPDFBitmap_CreateEx(WIDTH, HEIGHT, BGRX, 0, 0);
  if (map === 0) return null;
  engine.FPDFBitmap_FillRect(map, 0, 0, WIDTH, HEIGHT, WHITE);
  const [left, top] = [-frame.left * scale, -frame.top * scale].map(Math.round);
  const [across, along] = [size.width * scale, size.height * scale].map(Math.round);
  engine.FPDF_RenderPageBitmap(map, page, left ?? 0, top ?? 0, across ?? 0, along ?? 0, 0, ANNOTATIONS);
  const stride = engine.FPDFBitmap_GetStride(map);
  const drawn = engine.copy(engine.FPDFBitmap_GetBuffer(map), stride * HEIGHT);
  const data = new Uint8Array(WIDTH * HEIGHT * CHANNELS);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++)
      for (let channel = 0; channel < CHANNELS; channel++)
        data[(row * WIDTH + column) * CHANNELS + channel] =
          drawn[row * stride + column * 4 + 2 - channel] ?? 255;
  for (const area of lit) {
    const from = { x: (area.left - frame.left) * scale, y: (area.top - frame.top) * scale };
    const to = { x: (area.right - frame.left) * scale, y: (area.bottom - frame.top) * scale };
    tint(data, from, to, WASH);
    tint(data, { x: from.x, y: to.y }, { x: to.x, y: to.y + LINE }, 1);
  }
  return encode({ width: WIDTH, height: HEIGHT, data, channels: CHANNELS });
}

function tint(
  data: Uint8Array,
  from: { x: number; y: number },
  to: { x: number; y: number },
  strength: number,
): void {
  const place = (value: number, most: number) => inside(Math.round(value), most);
  for (let row = place(from.y, HEIGHT); row < place(to.y, HEIGHT); row++)
    for (let column = place(from.x, WIDTH); column < place(to.x, WIDTH); column++)
      for (const [channel, color] of RUBRIC.entries()) {
        const at = (row * WIDTH + column) * CHANNELS + channel;
        data[at] = Math.round((data[at] ?? 255) * (1 - strength) + color * strength);
      }
}
