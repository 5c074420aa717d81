import type { Engine } from "./engine.ts";
import { joinFilled } from "./filled.ts";
import { type PageLines, readLines } from "./lines.ts";
import { clearRotation, turnUpright } from "./upright.ts";

/** Annotation subtypes of fpdf_annot.h that contain text. */
const FREE_TEXT = 3;
const WIDGET = 20;
const MAX_ANNOTATIONS = 2_000;

/**
 * The lines of a page, by its index; null if damaged. `budget` receives the number of characters before they are read.
 */
export function readPage(
  engine: Engine,
  doc: number,
  index: number,
  budget: (characters: number) => void,
): PageLines | null {
  const read = readAsIs(engine, doc, index, budget);
  if (read === null || read.turned * 2 <= read.characters) return read;
  return readTurned(engine, doc, index) ? readAsIs(engine, doc, index, budget) : read;
}

function readAsIs(
  engine: Engine,
  doc: number,
  index: number,
  budget: (characters: number) => void,
): PageLines | null {
  const printed = withText(engine, doc, index, (page, text) => {
    const isWrittenOn = hasWrittenOn(engine, page);
    return { ...readLines(engine, page, text, budget, isWrittenOn ? "empty" : "none"), isWrittenOn };
  });
  if (printed === null || !printed.isWrittenOn) return printed;
  drawWritten(engine, doc, index);
  const all = withText(engine, doc, index, (page, text) => readLines(engine, page, text, budget, "filled"));
  return all === null ? printed : { ...all, lines: joinFilled(printed.lines, all.lines) };
}

const readTurned = (engine: Engine, doc: number, index: number) =>
  withText(engine, doc, index, (page, text) => turnUpright(engine, page, text));

function withText<Result>(
  engine: Engine,
  doc: number,
  index: number,
  work: (page: number, text: number) => Result,
): Result | null {
  const page = engine.FPDF_LoadPage(doc, index);
  if (page === 0) return null;
  clearRotation(engine, page);
  const text = engine.FPDFText_LoadPage(page);
  try {
    return text === 0 ? null : work(page, text);
  } finally {
    if (text !== 0) engine.FPDFText_ClosePage(text);
    engine.FPDF_ClosePage(page);
  }
}

/** Flattens form values and typed annotations into the page; otherwise their text would be missed. */
function drawWritten(engine: Engine, doc: number, index: number): void {
  const page = engine.FPDF_LoadPage(doc, index);
  engine.FPDFPage_Flatten(page, 0);
  engine.FPDF_ClosePage(page);
}

function hasWrittenOn(engine: Engine, page: number): boolean {
  const count = Math.min(engine.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let i = 0; i < count; i++) {
    const annotation = engine.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    const subtype = engine.FPDFAnnot_GetSubtype(annotation);
    engine.FPDFPage_CloseAnnot(annotation);
    if (subtype === FREE_TEXT || subtype === WIDGET) return true;
  }
  return false;
}
