import { signFontOf } from "../symbols.ts";
import { type Engine, SCRATCH_BYTES } from "./engine.ts";
import { WHITE } from "./hidden.ts";
import type { Style } from "./letters.ts";
import type { Tag } from "./structure.ts";

const INVISIBLE_MODE = 3;
/** A slant below this is italics or a poor scan, not a rotation. */
export const SLANT = 0.1;

/** What the name of a font says. */
export type Font = { bold: boolean; symbols: string | null };

/** @param fonts those known, by their handles */
export function readStyle(
  engine: Engine,
  text: number,
  index: number,
  object: number,
  fonts: Map<number, Font>,
  tags: Map<number, Tag> | null,
): Style {
  const handle = engine.FPDFTextObj_GetFont(object);
  let font = fonts.get(handle);
  if (font === undefined) {
    font = readFont(engine, text, index);
    fonts.set(handle, font);
  }
  const at = engine.scratch;
  engine.FPDFText_GetMatrix(text, index, at);
  const a = engine.float(at);
  const b = engine.float(at + 4);
  const scale = lengthOf(engine.float(at + 8), engine.float(at + 12));
  const size = Math.round(engine.FPDFText_GetFontSize(text, index) * (scale > 0 ? scale : 1) * 10) / 10;
  const colored = engine.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) !== 0;
  const white =
    engine.integer(at) > WHITE && engine.integer(at + 4) > WHITE && engine.integer(at + 8) > WHITE;
  const alpha = engine.integer(at + 12);
  const mode = engine.FPDFTextObj_GetTextRenderMode(object);
  return {
    size,
    bold: font.bold,
    symbols: font.symbols,
    turned: Math.abs(b) > Math.abs(a) * SLANT || a < 0,
    isSideways: Math.abs(a) < Math.abs(b) * SLANT,
    hidden: colored && alpha === 0 ? "hidden_text" : null,
    white: colored && mode !== 1 && white,
    invisible: mode === INVISIBLE_MODE,
    unmapped: engine.FPDFText_HasUnicodeMapError(text, index) === 1,
    y: readY(engine, text, index),
    tag: tags?.get(engine.FPDFPageObj_GetMarkedContentID(object)) ?? null,
  };
}

/** Most text is upright, where this is the same. */
const lengthOf = (x: number, y: number) => (x === 0 ? Math.abs(y) : Math.hypot(x, y));

/** Subset fonts often indicate their weight only in the name. */
function readFont(engine: Engine, text: number, index: number): Font {
  const at = engine.scratch;
  const length = engine.FPDFText_GetFontInfo(text, index, at, SCRATCH_BYTES - 4, at + SCRATCH_BYTES - 4);
  const name = length > 0 && length < SCRATCH_BYTES ? engine.ascii(at, length) : "";
  return {
    bold: /bold|black|heavy|demi/i.test(name) || engine.FPDFText_GetFontWeight(text, index) >= 700,
    symbols: signFontOf(name),
  };
}

function readY(engine: Engine, text: number, index: number): number {
  const at = engine.scratch;
  return engine.FPDFText_GetCharOrigin(text, index, at, at + 8) === 0 ? 0 : engine.double(at + 8);
}
