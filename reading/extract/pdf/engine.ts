import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { init } from "@embedpdf/pdfium";

/**
 * The functions used of PDFium's C API (fpdfview.h, fpdf_text.h, fpdf_doc.h, fpdf_edit.h,
 * fpdf_structtree.h), called on the module
 * directly: its own wrappers cost 220 to 280 ns a call, the exports 27 (measured). Pointers and handles are numbers.
 */
type Calls = {
  malloc: (bytes: number) => number;
  FPDF_LoadMemDocument: (data: number, length: number, password: number) => number;
  FPDF_GetLastError: () => number;
  FPDF_GetPageCount: (doc: number) => number;
  FPDF_LoadPage: (doc: number, index: number) => number;
  FPDF_ClosePage: (page: number) => void;
  FPDF_GetPageBoundingBox: (page: number, rect: number) => number;
  FPDF_GetPageLabel: (doc: number, index: number, buffer: number, bytes: number) => number;
  FPDF_GetMetaText: (doc: number, tag: number, buffer: number, bytes: number) => number;
  FPDFDoc_GetAttachmentCount: (doc: number) => number;
  FPDFDoc_GetJavaScriptActionCount: (doc: number) => number;
  FPDFText_LoadPage: (page: number) => number;
  FPDFText_ClosePage: (text: number) => void;
  FPDFText_CountChars: (text: number) => number;
  FPDFText_GetUnicode: (text: number, index: number) => number;
  FPDFText_IsHyphen: (text: number, index: number) => number;
  FPDFText_HasUnicodeMapError: (text: number, index: number) => number;
  FPDFText_GetCharBox: (text: number, index: number, l: number, r: number, b: number, t: number) => number;
  FPDFText_GetLooseCharBox: (text: number, index: number, rect: number) => number;
  FPDFText_GetCharOrigin: (text: number, index: number, x: number, y: number) => number;
  FPDFText_GetFontSize: (text: number, index: number) => number;
  FPDFText_GetFontWeight: (text: number, index: number) => number;
  FPDFText_GetFontInfo: (text: number, index: number, buffer: number, bytes: number, flags: number) => number;
  FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number;
  FPDFText_GetFillColor: (text: number, index: number, r: number, g: number, b: number, a: number) => number;
  FPDFText_GetTextObject: (text: number, index: number) => number;
  FPDFTextObj_GetFont: (object: number) => number;
  FPDFTextObj_GetTextRenderMode: (object: number) => number;
  FPDFPage_GetAnnotCount: (page: number) => number;
  FPDFPage_GetAnnot: (page: number, index: number) => number;
  FPDFPage_CloseAnnot: (annotation: number) => void;
  FPDFAnnot_GetSubtype: (annotation: number) => number;
  FPDF_GetFormType: (doc: number) => number;
  FPDF_GetXFAPacketCount: (doc: number) => number;
  FPDF_GetXFAPacketName: (doc: number, index: number, buffer: number, bytes: number) => number;
  FPDF_GetXFAPacketContent: (
    doc: number,
    index: number,
    buffer: number,
    bytes: number,
    length: number,
  ) => number;
  PDFiumExt_OpenFormFillInfo: () => number;
  PDFiumExt_InitFormFillEnvironment: (doc: number, info: number) => number;
  FPDFAnnot_GetFlags: (annotation: number) => number;
  FPDFAnnot_SetFlags: (annotation: number, flags: number) => number;
  FPDFAnnot_HasKey: (annotation: number, key: number) => number;
  FPDFAnnot_GetLine: (annotation: number, start: number, end: number) => number;
  FPDFAnnot_GetInkListPath: (annotation: number, index: number, points: number, count: number) => number;
  EPDFAnnot_GetColor: (annotation: number, type: number, red: number, green: number, blue: number) => number;
  EPDFAnnot_GetOpacity: (annotation: number, alpha: number) => number;
  EPDFAnnot_GetBlendMode: (annotation: number) => number;
  FPDFAnnot_GetAP: (annotation: number, mode: number, buffer: number, bytes: number) => number;
  FPDFAnnot_GetRect: (annotation: number, rect: number) => number;
  FPDFAnnot_CountAttachmentPoints: (annotation: number) => number;
  FPDFAnnot_GetAttachmentPoints: (annotation: number, index: number, points: number) => number;
  FPDFAnnot_GetStringValue: (annotation: number, key: number, buffer: number, bytes: number) => number;
  FPDFAnnot_GetNumberValue: (annotation: number, key: number, value: number) => number;
  EPDFAnnot_HasAppearanceStream: (annotation: number, mode: number) => number;
  FPDFAnnot_GetFormFieldType: (form: number, annotation: number) => number;
  FPDFAnnot_GetFormFieldValue: (form: number, annotation: number, buffer: number, bytes: number) => number;
  FPDFAnnot_GetFormFieldExportValue: (
    form: number,
    annotation: number,
    buffer: number,
    bytes: number,
  ) => number;
  FPDFAnnot_GetOptionCount: (form: number, annotation: number) => number;
  FPDFAnnot_GetOptionLabel: (
    form: number,
    annotation: number,
    index: number,
    buffer: number,
    bytes: number,
  ) => number;
  FPDFAnnot_IsOptionSelected: (form: number, annotation: number, index: number) => number;
  FPDFPageObj_CountMarks: (object: number) => number;
  FPDFPageObj_GetMark: (object: number, index: number) => number;
  FPDFPageObjMark_GetName: (mark: number, buffer: number, bytes: number, length: number) => number;
  FPDFPageObj_SetIsActive: (object: number, active: number) => number;
  FPDFPageObj_HasTransparency: (object: number) => number;
  FPDFFormObj_CountObjects: (form: number) => number;
  FPDFFormObj_GetObject: (form: number, index: number) => number;
  FPDFPage_Flatten: (page: number, use: number) => number;
  FPDFPage_GetRotation: (page: number) => number;
  FPDFPage_SetRotation: (page: number, quarters: number) => void;
  FPDFPage_TransFormWithClip: (page: number, matrix: number, clip: number) => number;
  FPDFPage_SetMediaBox: (page: number, l: number, b: number, r: number, t: number) => void;
  FPDFPage_SetCropBox: (page: number, l: number, b: number, r: number, t: number) => void;
  FPDFPage_CountObjects: (page: number) => number;
  FPDFPage_GetObject: (page: number, index: number) => number;
  FPDFPageObj_GetType: (object: number) => number;
  FPDFPageObj_GetMarkedContentID: (object: number) => number;
  FPDFPageObj_GetBounds: (object: number, l: number, b: number, r: number, t: number) => number;
  FPDFPageObj_GetFillColor: (object: number, r: number, g: number, b: number, a: number) => number;
  FPDFPageObj_GetMatrix: (object: number, matrix: number) => number;
  FPDFPath_GetDrawMode: (path: number, fill: number, stroke: number) => number;
  FPDFPath_CountSegments: (path: number) => number;
  FPDFPath_GetPathSegment: (path: number, index: number) => number;
  FPDFPathSegment_GetType: (segment: number) => number;
  FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number;
  FPDFPathSegment_GetClose: (segment: number) => number;
  FPDF_PageToDevice: (
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ) => number;
  FPDF_GetPageWidthF: (page: number) => number;
  FPDF_GetPageHeightF: (page: number) => number;
  FPDFBitmap_CreateEx: (width: number, height: number, format: number, at: number, stride: number) => number;
  FPDFBitmap_FillRect: (map: number, x: number, y: number, w: number, h: number, color: number) => number;
  FPDFBitmap_GetBuffer: (map: number) => number;
  FPDFBitmap_GetStride: (map: number) => number;
  FPDFBitmap_Destroy: (map: number) => void;
  FPDF_RenderPageBitmap: (
    map: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void;
  FPDF_StructTree_GetForPage: (page: number) => number;
  FPDF_StructTree_Close: (tree: number) => void;
  FPDF_StructTree_CountChildren: (tree: number) => number;
  FPDF_StructTree_GetChildAtIndex: (tree: number, index: number) => number;
  FPDF_StructElement_GetType: (element: number, buffer: number, bytes: number) => number;
  FPDF_StructElement_CountChildren: (element: number) => number;
  FPDF_StructElement_GetChildAtIndex: (element: number, index: number) => number;
  FPDF_StructElement_GetChildMarkedContentID: (element: number, index: number) => number;
  FPDF_StructElement_GetAttributeCount: (element: number) => number;
  FPDF_StructElement_GetAttributeAtIndex: (element: number, index: number) => number;
  FPDF_StructElement_Attr_GetValue: (attributes: number, name: number) => number;
  FPDF_StructElement_Attr_GetNumberValue: (value: number, number: number) => number;
  FPDFBookmark_GetFirstChild: (doc: number, bookmark: number) => number;
  FPDFBookmark_GetNextSibling: (doc: number, bookmark: number) => number;
  FPDFBookmark_GetTitle: (bookmark: number, buffer: number, bytes: number) => number;
  FPDFBookmark_GetDest: (doc: number, bookmark: number) => number;
  FPDFBookmark_GetAction: (bookmark: number) => number;
  FPDFAction_GetDest: (doc: number, action: number) => number;
  FPDFDest_GetDestPageIndex: (doc: number, dest: number) => number;
  FPDFDest_GetLocationInPage: (
    dest: number,
    hasX: number,
    hasY: number,
    hasZoom: number,
    x: number,
    y: number,
    zoom: number,
  ) => number;
};

export type Engine = Calls & {
  /** Scratch memory of `SCRATCH_BYTES` for out-parameters. */
  scratch: number;
  float: (pointer: number) => number;
  double: (pointer: number) => number;
  integer: (pointer: number) => number;
  /** UTF-16LE at a pointer, without the closing zero. */
  wide: (pointer: number, bytes: number) => string;
  ascii: (pointer: number, bytes: number) => string;
  put: (bytes: Uint8Array) => number;
  putFloats: (numbers: number[]) => number;
  /** A copy from PDFium's memory. */
  copy: (pointer: number, bytes: number) => Buffer;
  memoryBytes: () => number;
};

export const SCRATCH_BYTES = 8192;

let started: Promise<Engine> | null = null;

/** PDFium, started once per process (23 ms: the wasm file is read, compiled lazily and its memory laid out). */
export function startEngine(): Promise<Engine> {
  started ??= start();
  return started;
}

async function start(): Promise<Engine> {
  const path = createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm");
  // a file of this size has its own buffer, so nothing is copied
  const { buffer: wasmBinary } = readFileSync(path);
  // It would report failed memory growth to stderr, which nobody reads.
  const { pdfium, PDFiumExt_Init } = await init({
    wasmBinary,
    print: () => undefined,
    printErr: () => undefined,
  });
  PDFiumExt_Init();
  const calls: object = pdfium.wasmExports;
  if (!isPdfium(calls)) throw new Error("This build of PDFium lacks a function that reading needs");
  const { memory } = calls;
  const scratch = calls.malloc(SCRATCH_BYTES);
  // Growing the memory detaches its buffer; a view on the old one then has length 0.
  let doubles = new Float64Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);
  let integers = new Int32Array(memory.buffer);
  const refresh = () => {
    if (doubles.length > 0) return;
    doubles = new Float64Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
    integers = new Int32Array(memory.buffer);
  };
  const slice = (pointer: number, length: number) => Buffer.from(memory.buffer, pointer, Math.max(0, length));
  const put = (data: Uint8Array) => {
    const pointer = calls.malloc(data.length + 1);
    if (pointer === 0) throw new Error("PDFium has no memory for the file");
    Buffer.from(memory.buffer, pointer, data.length).set(data);
    return pointer;
  };
  return {
    ...calls,
    scratch,
    float: (pointer) => (refresh(), floats[pointer >> 2] ?? 0),
    double: (pointer) => (refresh(), doubles[pointer >> 3] ?? 0),
    integer: (pointer) => (refresh(), integers[pointer >> 2] ?? 0),
    wide: (pointer, length) => slice(pointer, length - 2).toString("utf16le"),
    ascii: (pointer, length) => slice(pointer, length - 1).toString("latin1"),
    copy: (pointer, length) => Buffer.from(slice(pointer, length)),
    memoryBytes: () => memory.buffer.byteLength,
    put,
    putFloats: (numbers) => put(new Uint8Array(Float32Array.from(numbers).buffer)),
  };
}

const NEEDED: (keyof Calls)[] = [
  "malloc",
  "FPDF_LoadMemDocument",
  "FPDF_GetLastError",
  "FPDF_GetPageCount",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDF_GetPageBoundingBox",
  "FPDF_GetPageLabel",
  "FPDF_GetMetaText",
  "FPDFDoc_GetAttachmentCount",
  "FPDFDoc_GetJavaScriptActionCount",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetUnicode",
  "FPDFText_IsHyphen",
  "FPDFText_HasUnicodeMapError",
  "FPDFText_GetCharBox",
  "FPDFText_GetLooseCharBox",
  "FPDFText_GetCharOrigin",
  "FPDFText_GetFontSize",
  "FPDFText_GetFontWeight",
  "FPDFText_GetFontInfo",
  "FPDFText_GetMatrix",
  "FPDFText_GetFillColor",
  "FPDFText_GetTextObject",
  "FPDFTextObj_GetFont",
  "FPDFTextObj_GetTextRenderMode",
  "FPDFPage_GetAnnotCount",
  "FPDFPage_GetAnnot",
  "FPDFPage_CloseAnnot",
  "FPDFAnnot_GetSubtype",
  "FPDF_GetFormType",
  "FPDF_GetXFAPacketCount",
  "FPDF_GetXFAPacketName",
  "FPDF_GetXFAPacketContent",
  "PDFiumExt_OpenFormFillInfo",
  "PDFiumExt_InitFormFillEnvironment",
  "FPDFAnnot_GetFlags",
  "FPDFAnnot_SetFlags",
  "FPDFAnnot_HasKey",
  "FPDFAnnot_GetLine",
  "FPDFAnnot_GetInkListPath",
  "EPDFAnnot_GetColor",
  "EPDFAnnot_GetOpacity",
  "EPDFAnnot_GetBlendMode",
  "FPDFAnnot_GetAP",
  "FPDFAnnot_GetRect",
  "FPDFAnnot_CountAttachmentPoints",
  "FPDFAnnot_GetAttachmentPoints",
  "FPDFAnnot_GetStringValue",
  "FPDFAnnot_GetNumberValue",
  "EPDFAnnot_HasAppearanceStream",
  "FPDFAnnot_GetFormFieldType",
  "FPDFAnnot_GetFormFieldValue",
  "FPDFAnnot_GetFormFieldExportValue",
  "FPDFAnnot_GetOptionCount",
  "FPDFAnnot_GetOptionLabel",
  "FPDFAnnot_IsOptionSelected",
  "FPDFPageObj_CountMarks",
  "FPDFPageObj_GetMark",
  "FPDFPageObjMark_GetName",
  "FPDFPageObj_SetIsActive",
  "FPDFPageObj_HasTransparency",
  "FPDFFormObj_CountObjects",
  "FPDFFormObj_GetObject",
  "FPDFPage_Flatten",
  "FPDFPage_GetRotation",
  "FPDFPage_SetRotation",
  "FPDFPage_TransFormWithClip",
  "FPDFPage_SetMediaBox",
  "FPDFPage_SetCropBox",
  "FPDFPage_CountObjects",
  "FPDFPage_GetObject",
  "FPDFPageObj_GetType",
  "FPDFPageObj_GetMarkedContentID",
  "FPDFPageObj_GetBounds",
  "FPDFPageObj_GetFillColor",
  "FPDFPageObj_GetMatrix",
  "FPDFPath_GetDrawMode",
  "FPDFPath_CountSegments",
  "FPDFPath_GetPathSegment",
  "FPDFPathSegment_GetType",
  "FPDFPathSegment_GetPoint",
  "FPDFPathSegment_GetClose",
  "FPDF_PageToDevice",
  "FPDF_GetPageWidthF",
  "FPDF_GetPageHeightF",
  "FPDFBitmap_CreateEx",
  "FPDFBitmap_FillRect",
  "FPDFBitmap_GetBuffer",
  "FPDFBitmap_GetStride",
  "FPDFBitmap_Destroy",
  "FPDF_RenderPageBitmap",
  "FPDF_StructTree_GetForPage",
  "FPDF_StructTree_Close",
  "FPDF_StructTree_CountChildren",
  "FPDF_StructTree_GetChildAtIndex",
  "FPDF_StructElement_GetType",
  "FPDF_StructElement_CountChildren",
  "FPDF_StructElement_GetChildAtIndex",
  "FPDF_StructElement_GetChildMarkedContentID",
  "FPDF_StructElement_GetAttributeCount",
  "FPDF_StructElement_GetAttributeAtIndex",
  "FPDF_StructElement_Attr_GetValue",
  "FPDF_StructElement_Attr_GetNumberValue",
  "FPDFBookmark_GetFirstChild",
  "FPDFBookmark_GetNextSibling",
  "FPDFBookmark_GetTitle",
  "FPDFBookmark_GetDest",
  "FPDFBookmark_GetAction",
  "FPDFAction_GetDest",
  "FPDFDest_GetDestPageIndex",
  "FPDFDest_GetLocationInPage",
];

/** The package declares only malloc and free of the module's exports; the rest is checked here. */
function isPdfium(exports: object): exports is Calls & { memory: WebAssembly.Memory } {
  return (
    "memory" in exports &&
    exports.memory instanceof WebAssembly.Memory &&
    NEEDED.every((name) => name in exports)
  );
}

const texts = new Map<string, number>();

/** A C string in PDFium's memory: the same one for the same text, never freed, since the process serves one file. */
export function putText(engine: Engine, text: string): number {
  const stored = texts.get(text) ?? engine.put(Buffer.from(`${text}\0`, "latin1"));
  texts.set(text, stored);
  return stored;
}
