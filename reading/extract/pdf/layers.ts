import type { Engine } from "./engine.ts";

const FORM = 5;
const OPTIONAL_CONTENT = "OC";
const MOST_DEPTH = 8;
const MOST_OBJECTS = 20_000;
/** More groups than this on one page are compared together. */
const MOST_GROUPS = 16;
/** Points are pixels here; a larger page is drawn smaller. */
const MOST_PIXELS = 200_000;
const GRAY = 1;
const WHITE = 0xffffffff;
const ON_SCREEN = 0;
/** FPDF_PRINTING */
const ON_PAPER = 0x800;

/**
 * Text objects of layers that aren't both shown on screen and printed. PDFium's text has all layers, its pictures only
 * those that are on: the page is drawn with the text of each layer and without any.
 */
export function findSwitchedOff(engine: Engine, page: number, text: number): Set<number> {
  const all = textObjects(engine, text);
  const groups = [...groupsOf(engine, page, all).values()];
  if (groups.length === 0) return new Set();
  for (const object of all) engine.FPDFPageObj_SetIsActive(object, 0);
  const without = draw(engine, page);
  const isShown = (group: number[]): boolean => {
    for (const object of group) engine.FPDFPageObj_SetIsActive(object, 1);
    const drawn = draw(engine, page);
    for (const object of group) engine.FPDFPageObj_SetIsActive(object, 0);
    return drawn.every((picture, use) => !picture.equals(without[use] ?? picture));
  };
  const tried = groups.length > MOST_GROUPS ? [groups.flat()] : groups;
  const off = tried.filter((group) => !isShown(group)).flat();
  for (const object of all) engine.FPDFPageObj_SetIsActive(object, 1);
  return new Set(off);
}

function textObjects(engine: Engine, text: number): Set<number> {
  const objects = new Set<number>();
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFText_GetTextObject(text, index);
    if (object !== 0) objects.add(object);
  }
  return objects;
}

/**
 * Text by the layers around it: marks of optional content, and forms, which may belong to a layer themselves. Other text is
 * in no group.
 */
function groupsOf(engine: Engine, page: number, texts: Set<number>): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  let left = MOST_OBJECTS;
  const visit = (object: number, around: string, depth: number) => {
    if (object === 0 || left-- <= 0) return;
    const path = around + marksOf(engine, object);
    if (engine.FPDFPageObj_GetType(object) === FORM) {
      const count = depth < MOST_DEPTH ? engine.FPDFFormObj_CountObjects(object) : 0;
      for (let index = 0; index < count; index++)
        visit(engine.FPDFFormObj_GetObject(object, index), `${path}/${object}`, depth + 1);
    } else if (path !== "" && texts.has(object)) groups.set(path, [...(groups.get(path) ?? []), object]);
  };
  const count = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(engine.FPDFPage_GetObject(page, index), "", 0);
  return groups;
}

/** The marks of optional content around an object; objects of one marked part share them. */
function marksOf(engine: Engine, object: number): string {
  let marks = "";
  const count = engine.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index++) {
    const mark = engine.FPDFPageObj_GetMark(object, index);
    const at = engine.scratch;
    // six bytes: the name in UTF-16 with its closing zero
    if (engine.FPDFPageObjMark_GetName(mark, at + 8, 64, at) === 0 || engine.integer(at) !== 6) continue;
    if (engine.wide(at + 8, 6) === OPTIONAL_CONTENT) marks += ` ${mark}`;
  }
  return marks;
}

/** The page as shown on screen and as printed. */
function draw(engine: Engine, page: number): Buffer[] {
  const points = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (points.width * points.height)));
  const width = Math.max(1, Math.floor(points.width * scale));
  const height = Math.max(1, Math.floor(points.height * scale));
  return [ON_SCREEN, ON_PAPER].map((use) => {
    const map = engine.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0);
    if (map === 0) return Buffer.alloc(0);
    engine.FPDFBitmap_FillRect(map, 0, 0, width, height, WHITE);
    engine.FPDF_RenderPageBitmap(map, page, 0, 0, width, height, 0, use);
    const bytes = engine.FPDFBitmap_GetStride(map) * height;
    const picture = engine.copy(engine.FPDFBitmap_GetBuffer(map), bytes);
    engine.FPDFBitmap_Destroy(map);
    return picture;
  });
}
