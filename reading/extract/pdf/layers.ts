import type { Engine } from "./engine.ts";
import type { Box } from "./paths.ts";

const TEXT = 1;
const FORM = 5;
const OPTIONAL_CONTENT = "OC";
const MOST_DEPTH = 8;
const MOST_OBJECTS = 20_000;
/** Drawings of one page; only hostile pages draw more layers over each other. */
const MOST_DRAWINGS = 64;
/** Points are pixels here; a larger page is drawn smaller. */
const MOST_PIXELS = 120_000;
const GRAY = 1;
const ON_SCREEN = 0;
/** FPDF_PRINTING */
const ON_PAPER = 0x800;
/** Grays of empty paper: text that vanishes on the first one shows on the second. */
const PAPERS = [0x7b, 0xdb];
/** Drawn letters spread over their area by a pixel. */
const SPREAD = 1;

/** Text of one layer, and its area on the drawn page, in pixels. */
type Group = { objects: number[]; area: Box };

/**
 * Text objects of layers that aren't both shown on screen and printed. PDFium's text has all layers, its pictures only
 * those that are on: the text of the layers is drawn alone, that of layers at one place in different drawings.
 */
export function findSwitchedOff(engine: Engine, page: number, text: number): Set<number> {
  const { groups, all } = groupsOf(engine, page);
  if (groups.size === 0) return new Set();
  const size = sizeOf(engine, page);
  setActive(engine, all, 0);
  const off = withoutOverlaps(withAreas(engine, page, text, groups, size)).flatMap((drawing) => {
    for (const { objects } of drawing) setActive(engine, objects, 1);
    const unseen = [ON_SCREEN, ON_PAPER].flatMap((use) =>
      PAPERS.reduce(
        (left, paper) => (left.length === 0 ? left : withoutTrace(engine, page, size, use, paper, left)),
        drawing,
      ),
    );
    for (const { objects } of drawing) setActive(engine, objects, 0);
    return unseen.flatMap(({ objects }) => objects);
  });
  setActive(engine, all, 1);
  return new Set(off);
}

function setActive(engine: Engine, objects: number[], active: 0 | 1): void {
  for (const object of objects) engine.FPDFPageObj_SetIsActive(object, active);
}

/**
 * All drawn objects of a page, and its text by the layers around it: marks of optional content, and forms, which may belong
 * to a layer themselves. Other text is in no group.
 */
function groupsOf(engine: Engine, page: number): { groups: Map<string, number[]>; all: number[] } {
  const groups = new Map<string, number[]>();
  const all: number[] = [];
  const isLayer = new Map<number, boolean>();
  let left = MOST_OBJECTS;
  const visit = (object: number, around: string, depth: number) => {
    if (object === 0 || left-- <= 0) return;
    const type = engine.FPDFPageObj_GetType(object);
    if (type !== FORM) all.push(object);
    if (type !== FORM && type !== TEXT) return;
    const path = around + marksOf(engine, object, isLayer);
    if (type === FORM) {
      const count = depth < MOST_DEPTH ? engine.FPDFFormObj_CountObjects(object) : 0;
      for (let index = 0; index < count; index++)
        visit(engine.FPDFFormObj_GetObject(object, index), `${path}/${object}`, depth + 1);
    } else if (path !== "") {
      const group = groups.get(path);
      if (group === undefined) groups.set(path, [object]);
      else group.push(object);
    }
  };
  const count = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(engine.FPDFPage_GetObject(page, index), "", 0);
  return { groups, all };
}

/** The marks of optional content around an object; objects of one marked part share them. */
function marksOf(engine: Engine, object: number, isLayer: Map<number, boolean>): string {
  let marks = "";
  const count = engine.FPDFPageObj_CountMarks(object);
  for (let index = 0; index < count; index++) {
    const mark = engine.FPDFPageObj_GetMark(object, index);
    const known = isLayer.get(mark) ?? isOptional(engine, mark);
    isLayer.set(mark, known);
    if (known) marks += ` ${mark}`;
  }
  return marks;
}

function isOptional(engine: Engine, mark: number): boolean {
  const at = engine.scratch;
  // six bytes: the name in UTF-16 with its closing zero
  if (engine.FPDFPageObjMark_GetName(mark, at + 8, 64, at) === 0 || engine.integer(at) !== 6) return false;
  return engine.wide(at + 8, 6) === OPTIONAL_CONTENT;
}

type Size = { width: number; height: number };

function sizeOf(engine: Engine, page: number): Size {
  const points = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (points.width * points.height)));
  return {
    width: Math.max(1, Math.floor(points.width * scale)),
    height: Math.max(1, Math.floor(points.height * scale)),
  };
}

/** The groups whose letters have an area. */
function withAreas(
  engine: Engine,
  page: number,
  text: number,
  groups: Map<string, number[]>,
  { width, height }: Size,
): Group[] {
  const found = new Map<number, Group>();
  for (const objects of groups.values()) {
    const group = { objects, area: { left: width, right: 0, bottom: height, top: 0 } };
    for (const object of objects) found.set(object, group);
  }
  const at = engine.scratch;
  const widen = (area: Box, x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, at, at + 4);
    const [right, top] = [engine.integer(at), engine.integer(at + 4)];
    area.left = Math.max(0, Math.min(area.left, right - SPREAD));
    area.right = Math.min(width - 1, Math.max(area.right, right + SPREAD));
    area.bottom = Math.max(0, Math.min(area.bottom, top - SPREAD));
    area.top = Math.min(height - 1, Math.max(area.top, top + SPREAD));
  };
  const count = Math.max(0, engine.FPDFText_CountChars(text));
  let before = 0;
  let group: Group | undefined;
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFText_GetTextObject(text, index);
    if (object !== before) group = found.get(object);
    before = object;
    if (group === undefined || engine.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24) === 0)
      continue;
    const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => engine.double(at + offset));
    if (left === undefined || right === undefined || bottom === undefined || top === undefined) continue;
    widen(group.area, left, bottom);
    widen(group.area, right, top);
  }
  return [...new Set(found.values())].filter(({ area }) => area.left <= area.right);
}

/** Groups in as few drawings as keep their areas apart. */
function withoutOverlaps(groups: Group[]): Group[][] {
  const drawings: Group[][] = [];
  for (const group of groups) {
    const free = drawings.find((drawing) => !drawing.some(({ area }) => overlaps(area, group.area)));
    if (free !== undefined) free.push(group);
    else if (drawings.length < MOST_DRAWINGS) drawings.push([group]);
    else drawings.at(-1)?.push(group);
  }
  return drawings;
}

const overlaps = (one: Box, other: Box) =>
  one.left <= other.right && other.left <= one.right && one.bottom <= other.top && other.bottom <= one.top;

/** The groups that can't be seen on a drawing of the page's active objects, on paper of this gray. */
function withoutTrace(
  engine: Engine,
  page: number,
  { width, height }: Size,
  use: number,
  paper: number,
  groups: Group[],
): Group[] {
  const map = engine.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0);
  if (map === 0) return [];
  engine.FPDFBitmap_FillRect(map, 0, 0, width, height, 0xff000000 + paper * 0x10101);
  const stride = engine.FPDFBitmap_GetStride(map);
  const blank = engine.copy(engine.FPDFBitmap_GetBuffer(map), 1)[0];
  engine.FPDF_RenderPageBitmap(map, page, 0, 0, width, height, 0, use);
  const pixels = engine.FPDFBitmap_GetBuffer(map);
  const isBlank = ({ left, right, bottom, top }: Box) => {
    for (let row = bottom; row <= top; row++)
      if (engine.copy(pixels + row * stride + left, right - left + 1).some((pixel) => pixel !== blank))
        return false;
    return true;
  };
  const unseen = groups.filter(({ area }) => isBlank(area));
  engine.FPDFBitmap_Destroy(map);
  return unseen;
}
