import { type Annotations, readAnnotations } from "./annotations.ts";
import type { Engine } from "./engine.ts";
import { entryLine, joinButtons, joinFilled } from "./filled.ts";
import { findSwitchedOff } from "./layers.ts";
import { type PageLines, type PageMarks, type Print, readLines } from "./lines.ts";
import { clearRotation, turnUpright } from "./upright.ts";

/** An open document; its form is made on the first request. */
export type Document = { doc: number; form: () => number; hasSwitches: boolean };

/**
 * The lines of a page, by its index; null if damaged. `budget` receives the number of characters before they are read.
 */
export function readPage(
  engine: Engine,
  document: Document,
  index: number,
  budget: (characters: number) => void,
): PageLines | null {
  const read = readAsIs(engine, document, index, budget);
  if (read === null || read.turned * 2 <= read.characters) return read;
  return readTurned(engine, document, index) ? readAsIs(engine, document, index, budget) : read;
}

function readAsIs(
  engine: Engine,
  document: Document,
  index: number,
  budget: (characters: number) => void,
): PageLines | null {
  const marksOf = (
    page: number,
    text: number,
    { struck, added, covered, taken }: Annotations,
    print: Print | null,
  ): PageMarks => ({
    struck,
    added,
    covered,
    taken,
    switchedOff: document.hasSwitches ? findSwitchedOff(engine, page, text) : new Set(),
    print,
  });
  const printed = withText(engine, document, index, (page, text) => {
    const annotations = readAnnotations(engine, page, document.form, document.hasSwitches);
    const form = annotations.isDrawn || annotations.covered.length > 0 ? "empty" : "none";
    const marks = marksOf(page, text, annotations, null);
    return { ...readLines(engine, page, text, budget, form, marks), annotations };
  });
  if (printed === null) return null;
  const { annotations, ...page } = printed;
  const entries = annotations.values.map(entryLine);
  let all = entries.length === 0 ? page.lines : [...page.lines, ...entries];
  if (annotations.isDrawn) {
    drawWritten(engine, document, index);
    const drawn = withText(engine, document, index, (filled, text) =>
      readLines(engine, filled, text, budget, "filled", marksOf(filled, text, annotations, page.print)),
    );
    if (drawn !== null) all = [...drawn.lines, ...entries];
  }
  // a value may be drawn in the line of its label
  const lines = all === page.lines ? page.lines : joinFilled(page.lines, all);
  const { comments, isCut, isLayered } = annotations;
  return { ...page, lines: joinButtons(lines, annotations.buttons), comments, isCut, isLayered };
}

const readTurned = (engine: Engine, document: Document, index: number) =>
  withText(engine, document, index, (page, text) => turnUpright(engine, page, text));

function withText<Result>(
  engine: Engine,
  { doc }: Document,
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
function drawWritten(engine: Engine, { doc }: Document, index: number): void {
  const page = engine.FPDF_LoadPage(doc, index);
  engine.FPDFPage_Flatten(page, 0);
  engine.FPDF_ClosePage(page);
}
