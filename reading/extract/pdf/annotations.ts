import { type AddedDrawings, readAddedDrawing } from "./added-drawings.ts";
import { type Engine, putText, SCRATCH_BYTES } from "./engine.ts";
import type { Box } from "./paths.ts";

/** Annotation subtypes of fpdf_annot.h. */
const TEXT = 1;
const FREE_TEXT = 3;
const STRIKE_OUT = 12;
const CARET = 14;
const INK = 15;
const WIDGET = 20;
/** Those that draw text, or shapes with text, on the page. */
const DRAWN = new Set([FREE_TEXT, 4, 5, 6, 7, 8, 13, WIDGET]);
/** Those whose text a reader shows only when they are opened. */
const COMMENTS = new Set([TEXT, CARET]);
/** Flags of ISO 32000-2, table 167: hidden, and not shown on screen. */
const HIDDEN = 0x02;
const UNSEEN = HIDDEN | 0x20;
/** Field types of fpdf_formfill.h. */
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const COMBO_BOX = 4;
const LIST_BOX = 5;
const TEXT_FIELD = 6;
/** Flag of ISO 32000-2, table 229. */
const PUSH_BUTTON = 0x10000;
const NORMAL = 0;
/** More than any form of the test files has on a page. */
const MOST = 2_000;
const MOST_OPTIONS = 500;
const MOST_QUADS = 500;

const TICKED = "☒";
const UNTICKED = "☐";

/** Text in a rectangle of the page, in points. */
export type Entry = Box & { text: string };

/** What a page's annotations say. */
export type Annotations = {
  /** The page shows text of annotations, which only drawing them into it makes part of its text. */
  isDrawn: boolean;
  /** Struck-out areas. */
  struck: Box[];
  /** What was drawn over the text. */
  added: AddedDrawings;
  /** Boxes to tick, as `☒` or `☐`. */
  buttons: Entry[];
  /** Values that the file doesn't draw, or draws among those that weren't chosen. */
  values: Entry[];
  /** Areas in which the drawn signs aren't the text. */
  covered: Box[];
  /** Areas in which annotations draw. */
  taken: Box[];
  /** Comments that a reader of the page has to open. */
  comments: number;
  /** There are more annotations than are read. */
  isCut: boolean;
  /** Some are of layers, in a file where a layer may be off; PDFium draws them in any case. */
  isLayered: boolean;
};

/**
 * @param form the document's form, made on the first request
 * @param hasSwitches whether a layer of the document may be off; then annotations of layers are hidden
 */
export function readAnnotations(
  engine: Engine,
  page: number,
  form: () => number,
  hasSwitches: boolean,
): Annotations {
  const found: Annotations = {
    isDrawn: false, struck: [], added: { lines: [], covers: [] }, buttons: [], values: [], covered: [], taken: [], comments: 0, isCut: false, isLayered: false,
  }; // prettier-ignore
  const count = engine.FPDFPage_GetAnnotCount(page);
  found.isCut = count > MOST;
  for (let index = 0; index < Math.min(count, MOST); index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const type = engine.FPDFAnnot_GetSubtype(annotation);
    const isSeen = (engine.FPDFAnnot_GetFlags(annotation) & UNSEEN) === 0;
    if (isSeen && hasSwitches && hasLayer(engine, annotation)) {
      engine.FPDFAnnot_SetFlags(annotation, engine.FPDFAnnot_GetFlags(annotation) | HIDDEN);
      found.isLayered = true;
    } else if (isSeen) readOne(engine, annotation, type, form, found);
    engine.FPDFPage_CloseAnnot(annotation);
  }
  return found;
}

const hasLayer = (engine: Engine, annotation: number) =>
  engine.FPDFAnnot_HasKey(annotation, putText(engine, "OC")) !== 0;

function readOne(engine: Engine, annotation: number, type: number, form: () => number, found: Annotations) {
  if (type === STRIKE_OUT) found.struck.push(...readQuads(engine, annotation));
  if (COMMENTS.has(type) && readString(engine, annotation, "Contents") !== "") found.comments++;
  if (DRAWN.has(type) || type === INK) {
    const area = readRect(engine, annotation);
    found.taken.push(area);
    readAddedDrawing(engine, annotation, type, area, found.added);
  }
  if (!DRAWN.has(type)) return;
  const isField = type === WIDGET;
  if (isField && readField(engine, annotation, form, found)) return;
  const isDrawn = engine.EPDFAnnot_HasAppearanceStream(annotation, NORMAL) !== 0;
  if (isDrawn) found.isDrawn = true;
  else if (type === FREE_TEXT)
    found.values.push({ ...readRect(engine, annotation), text: readString(engine, annotation, "Contents") });
}

/** Reads a field whose appearance isn't its value; false for the others. */
function readField(engine: Engine, annotation: number, form: () => number, found: Annotations): boolean {
  const type = ownType(engine, annotation) ?? engine.FPDFAnnot_GetFormFieldType(form(), annotation);
  if (type === CHECK_BOX || type === RADIO_BUTTON) {
    const area = readRect(engine, annotation);
    found.buttons.push({ ...area, text: isTicked(engine, annotation, form) ? TICKED : UNTICKED });
    found.covered.push(area);
    return true;
  }
  const isDrawn = type !== LIST_BOX && !isUndrawn(engine, annotation);
  if (isDrawn || (type !== LIST_BOX && type !== COMBO_BOX && type !== TEXT_FIELD)) return false;
  const chosen = type === TEXT_FIELD ? "" : chosenOf(engine, annotation, form()).join(", ");
  // what was typed is none of the entries
  const text = chosen === "" && type !== LIST_BOX ? valueOf(engine, annotation, form()) : chosen;
  const area = readRect(engine, annotation);
  if (text !== "") found.values.push({ ...area, text });
  if (type === LIST_BOX) found.covered.push(area);
  return true;
}

/**
 * The type of a field that says it itself, for which no form has to be made: that takes as long as reading a page
 * (measured). Only buttons that can be ticked have a state.
 */
function ownType(engine: Engine, annotation: number): number | null {
  const type = readString(engine, annotation, "FT");
  if (type === "Tx") return TEXT_FIELD;
  if (type !== "Btn" || readString(engine, annotation, "AS") === "") return null;
  const isNumber = engine.FPDFAnnot_GetNumberValue(annotation, putText(engine, "Ff"), engine.scratch) !== 0;
  return isNumber && (engine.float(engine.scratch) & PUSH_BUTTON) === 0 ? CHECK_BOX : null;
}

/** The name of the appearance in use says it; without one, the field's value does (ISO 32000-2, 12.7.5.2.3). */
function isTicked(engine: Engine, annotation: number, makeForm: () => number): boolean {
  const state = readString(engine, annotation, "AS");
  if (state !== "") return state !== "Off";
  const form = makeForm();
  const { scratch } = engine;
  const length = engine.FPDFAnnot_GetFormFieldExportValue(form, annotation, scratch, SCRATCH_BYTES);
  const own = wideText(engine, length);
  return own !== "" && own === valueOf(engine, annotation, form);
}

/** Whether the file doesn't draw a field's value: some programs leave that to the reader. */
function isUndrawn(engine: Engine, annotation: number): boolean {
  const length = engine.FPDFAnnot_GetAP(annotation, NORMAL, engine.scratch, SCRATCH_BYTES);
  // text objects, and forms that may have some
  return length <= SCRATCH_BYTES && !/\b(?:BT|Do)\b/.test(engine.wide(engine.scratch, length));
}

function valueOf(engine: Engine, annotation: number, form: number): string {
  const { scratch } = engine;
  return wideText(engine, engine.FPDFAnnot_GetFormFieldValue(form, annotation, scratch, SCRATCH_BYTES));
}

function chosenOf(engine: Engine, annotation: number, form: number): string[] {
  const { scratch } = engine;
  const count = Math.min(engine.FPDFAnnot_GetOptionCount(form, annotation), MOST_OPTIONS);
  const options = Array.from({ length: Math.max(0, count) }, (_, option) => option);
  const chosen = options.filter(
    (option) => engine.FPDFAnnot_IsOptionSelected(form, annotation, option) !== 0,
  );
  return chosen.map((option) =>
    wideText(engine, engine.FPDFAnnot_GetOptionLabel(form, annotation, option, scratch, SCRATCH_BYTES)),
  );
}

function readString(engine: Engine, annotation: number, key: string): string {
  const { scratch } = engine;
  return wideText(
    engine,
    engine.FPDFAnnot_GetStringValue(annotation, putText(engine, key), scratch, SCRATCH_BYTES),
  );
}

/** One line of the text in the scratch memory; empty if it didn't fit. */
function wideText(engine: Engine, length: number): string {
  if (length <= 2 || length > SCRATCH_BYTES) return "";
  return engine.wide(engine.scratch, length).replaceAll(/\s+/g, " ").trim();
}

function readRect(engine: Engine, annotation: number): Box {
  const at = engine.scratch;
  engine.FPDFAnnot_GetRect(annotation, at);
  const [left = 0, one = 0, right = 0, other = 0] = [0, 4, 8, 12].map((offset) => engine.float(at + offset));
  return { left, right, bottom: Math.min(one, other), top: Math.max(one, other) };
}

/** The areas of a mark over text: four corners each. */
function readQuads(engine: Engine, annotation: number): Box[] {
  const count = Math.min(engine.FPDFAnnot_CountAttachmentPoints(annotation), MOST_QUADS);
  const boxes: Box[] = [];
  for (let index = 0; index < count; index++) {
    const at = engine.scratch;
    if (engine.FPDFAnnot_GetAttachmentPoints(annotation, index, at) === 0) continue;
    const [xs, ys] = [0, 4].map((from) => [0, 8, 16, 24].map((offset) => engine.float(at + from + offset)));
    if (xs === undefined || ys === undefined) continue;
    boxes.push({
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
    });
  }
  return boxes;
}
