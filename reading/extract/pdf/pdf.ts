import { cleanText, nothingRemoved, removedWarnings } from "../clean.ts";
import type { Extraction, Page, Warning } from "../extraction.ts";
import { characterBudget, countWords, MAX_PAGES, type OnProgress, Unreadable } from "../reading.ts";
import { guessLanguage } from "../language.ts";
import { actionWarnings, hasSwitches, type Names, namesOf, SCRIPTS } from "./actions.ts";
import { composePage } from "./blocks.ts";
import { type Engine, putText, SCRATCH_BYTES, startEngine } from "./engine.ts";
import { attachEndNotes } from "./end-notes.ts";
import { findHeadings, readOutline } from "./headings.ts";
import type { HiddenReason } from "./letters.ts";
import type { PageLines } from "./lines.ts";
import { settleHyphens } from "./hyphens.ts";
import { settleNotes } from "./notes.ts";
import type { OpenTable } from "./open-table.ts";
import { readPage } from "./page.ts";
import { findRunningLines } from "./running.ts";
import { countTables } from "../tables.ts";
import { hasPdfHeader } from "../sniff.ts";
import { hidesForm } from "./xfa.ts";
import { OCR_ADVICE, type Recognized, recognizedPage } from "../recognized.ts";

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
/** An OCR text shorter than this is scanning noise, not a document. */
const FEWEST_RECOGNIZED_LETTERS = 20;
/** A page with this share of unreadable letters can't be searched. */
const UNREADABLE_SHARE = 0.2;

/** Good files stay below 130 MB; PDFium's memory is limited to 384. */
const EXHAUSTED_BYTES = 192 * 1024 * 1024;

const HIDDEN: [HiddenReason, string][] = [
  ["hidden_text", "Text drawn invisibly was found and left out"],
  ["white_text", "White text on white paper was found and left out"],
  ["tiny_text", "Text too small to read was found and left out"],
  ["text_outside_page", "Text outside the page was found and left out"],
  ["covered_text", "Text covered by a shape or a picture was found and left out"],
  ["struck_text", "Struck-out text was found and left out"],
  ["switched_off", "Text of layers that are off, or not both shown and printed, was found and left out"],
];

/** Reads a PDF. Throws `Unreadable` with the reason if nothing can be read. */
export async function readPdf(
  bytes: Uint8Array,
  recognized: Recognized = {},
  onProgress: OnProgress = () => undefined,
): Promise<Extraction> {
  const pdfium = await startEngine();
  try {
    return readDocument(pdfium, bytes, recognized, onProgress);
  } catch (error) {
    // PDFium aborts if its memory can't grow any more; the error itself doesn't say so.
    if (pdfium.memoryBytes() > EXHAUSTED_BYTES)
      throw new Unreadable(
        "limit",
        "This PDF needs more memory than one document may use. Split it, or print it to a new PDF.",
      );
    throw error;
  }
}

function readDocument(
  pdfium: Engine,
  bytes: Uint8Array,
  recognized: Recognized,
  onProgress: OnProgress,
): Extraction {
  const doc = loadDocument(pdfium, bytes);
  const names = namesOf(bytes);
  const document = { doc, form: formOf(pdfium, doc), hasSwitches: hasSwitches(names) };
  const count = pdfium.FPDF_GetPageCount(doc);
  if (count > MAX_PAGES)
    throw new Unreadable(
      "limit",
      `This PDF has ${count} pages; ${MAX_PAGES} is the most that is read. Split it into smaller documents.`,
    );
  const budget = characterBudget();
  const printed: PageLines[] = [];
  const broken: number[] = [];
  for (let index = 0; index < count; index++) {
    const page = readPage(pdfium, document, index, budget);
    if (page === null) broken.push(index + 1);
    printed.push(page ?? NOTHING);
    onProgress(index + 1, count);
  }
  if (count === 0 || broken.length === count) throw damaged();
  const settled = settleHyphens(printed).map(settleNotes);
  const running = findRunningLines(settled);
  const read = attachEndNotes(settled, running);
  const headings = findHeadings(read, readOutline(pdfium, doc), running);
  const removed = nothingRemoved();
  let table: OpenTable = null;
  const pages = read.map((lines, index): Page => {
    const clean = {
      ...lines,
      lines: lines.lines.map((line) => ({ ...line, text: cleanText(line.text, removed) })),
    };
    const { open, ...composed } = composePage(
      clean,
      running[index] ?? new Set(),
      headings[index] ?? new Map(),
      table,
      read[index + 1]?.lines.find((_, line) => running[index + 1]?.has(line) !== true),
    );
    table = open;
    const place = { number: index + 1, label: readLabel(pdfium, doc, index) };
    return composed.text.trim() === ""
      ? { ...place, ...composed, ...recognizedPage(recognized[index + 1]) }
      : { ...place, ...composed };
  });
  const text = pages.map((page) => page.text).join("\n");
  const pagesWithoutText = pages.flatMap((page, index) => (page.text.trim() === "" ? [index + 1] : []));
  if (text.trim() === "" || isNoise(read, text)) throw withoutText(read, count);
  if (hidesForm(pdfium, doc, text))
    throw new Unreadable(
      "unsupported",
      "This PDF is a form that is a program (XFA): its pages hold a placeholder, and its own text was not read. Open it in Adobe Reader, print it to a new PDF and upload that.",
    );
  return {
    kind: "pdf",
    title: readTitle(pdfium, doc),
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText,
    language: guessLanguage(text),
    warnings: [
      ...pageWarnings(read, pages, broken),
      ...fileWarnings(pdfium, doc, names),
      ...removedWarnings(removed),
    ],
  };
}

const NOTHING: PageLines = {
  lines: [],
  hidden: new Set(),
  recognized: false,
  unreadable: 0,
  characters: 0,
  turned: 0,
  hasImage: false,
  top: 0,
  bottom: 0,
  print: { boxes: [], objects: 0 },
};

/** The document's form with its fields, made on the first request. */
function formOf(engine: Engine, doc: number): () => number {
  let form: number | null = null;
  return () => (form ??= engine.PDFiumExt_InitFormFillEnvironment(doc, engine.PDFiumExt_OpenFormFillInfo()));
}

/** @throws Unreadable if the file is protected or isn't a PDF */
export function loadDocument(engine: Engine, bytes: Uint8Array): number {
  // without the header PDFium reads nothing; with one it rebuilds the file from its objects
  const whole = hasPdfHeader(bytes) ? bytes : Buffer.concat([Buffer.from("%PDF-1.4\n"), bytes]);
  const doc = engine.FPDF_LoadMemDocument(engine.put(whole), whole.length, 0);
  if (doc !== 0) return doc;
  const error = engine.FPDF_GetLastError();
  if (error === ERROR_PASSWORD)
    throw new Unreadable(
      "protected",
      "This PDF is protected by a password. Remove the password and upload it again.",
    );
  if (error === ERROR_SECURITY)
    throw new Unreadable(
      "protected",
      "This PDF is protected in a way that cannot be opened here. Save an unprotected copy and upload it.",
    );
  throw damaged();
}

const damaged = () =>
  new Unreadable(
    "damaged",
    "This PDF is damaged or incomplete and no page of it could be read. Upload it again from the original.",
  );

function readLabel(engine: Engine, doc: number, index: number): string | null {
  const length = engine.FPDF_GetPageLabel(doc, index, engine.scratch, SCRATCH_BYTES);
  if (length <= 2 || length > SCRATCH_BYTES) return null;
  const label = cleanText(engine.wide(engine.scratch, length), nothingRemoved()).trim();
  return label === "" || label === String(index + 1) ? null : label;
}

function readTitle(engine: Engine, doc: number): string | null {
  const length = engine.FPDF_GetMetaText(doc, putText(engine, "Title"), engine.scratch, SCRATCH_BYTES);
  if (length <= 2 || length > SCRATCH_BYTES) return null;
  const title = cleanText(engine.wide(engine.scratch, length), nothingRemoved()).trim();
  // Word and other printers put the file's name there, which isn't a title.
  return title === "" || /^(untitled|microsoft word - |.*\.(docx?|pdf|tex|dvi|xlsx?|indd)$)/i.test(title)
    ? null
    : title;
}

const isNoise = (read: PageLines[], text: string) =>
  text.length < FEWEST_RECOGNIZED_LETTERS && read.every((page) => page.lines.length === 0 || page.recognized);

function withoutText(read: PageLines[], count: number): Unreadable {
  if (read.some((page) => page.hidden.size > 0))
    return new Unreadable("empty", "This PDF contains only text that readers cannot see. It was not used.");
  const pages = count === 1 ? "its only page is an image" : `its ${count} pages are images`;
  return read.some((page) => page.hasImage || page.recognized)
    ? new Unreadable("scanned", `This PDF is a scan: ${pages} without text. ${OCR_ADVICE}`, {
        scannedPages: read.flatMap((page, index) => (page.hasImage || page.recognized ? [index + 1] : [])),
      })
    : new Unreadable("empty", "This PDF contains no text. Upload a file with content.");
}

function pageWarnings(read: PageLines[], pages: Page[], broken: number[]): Warning[] {
  const warnings: Warning[] = [];
  const where = (test: (page: PageLines, text: Page | undefined) => boolean) =>
    read.flatMap((page, index) => (test(page, pages[index]) ? [index + 1] : []));
  const add = (code: Warning["code"], message: string, pages: number[]) => {
    if (pages.length > 0) warnings.push({ code, message: `${message} (${listPages(pages)}).`, pages });
  };
  for (const [code, message] of HIDDEN)
    add(
      code,
      message,
      where((page) => page.hidden.has(code)),
    );
  add(
    "part_not_read",
    "Comments that a reader has to open were not read",
    where(({ comments = 0 }) => comments > 0),
  );
  add(
    "switched_off",
    "Annotations of layers that may be off were found and left out",
    where(({ isLayered }) => isLayered === true),
  );
  add(
    "part_not_read",
    "Pages with thousands of annotations: only the first ones were read",
    where(({ isCut }) => isCut === true),
  );
  const unreadable = where(
    (page) => page.unreadable > 0 && page.unreadable >= page.characters * UNREADABLE_SHARE,
  );
  add(
    "unreadable_letters",
    "Part of this file has no readable letters: its fonts do not say which letters they draw",
    unreadable,
  );
  add(
    "recognised_text",
    "The text of these pages was recognized from a picture and may contain mistakes",
    where((page) => page.recognized),
  );
  add("pages_not_read", "Damaged pages could not be read", broken);
  add(
    "read_by_ocr",
    "The text of these pages was read by OCR and may contain mistakes",
    where((_, page) => page?.byOcr === true),
  );
  add(
    "scanned_pages",
    "Scanned pages (images without text) were not read",
    where(({ hasImage }, page) => hasImage && page?.text.trim() === ""),
  );
  add(
    "pages_without_text",
    "Pages without text",
    where(({ hasImage }, page) => !hasImage && page?.text.trim() === "").filter(
      (page) => !broken.includes(page),
    ),
  );
  return warnings;
}

function fileWarnings(engine: Engine, doc: number, { names }: Names): Warning[] {
  const warnings: Warning[] = [];
  const actions = actionWarnings(names);
  const files = engine.FPDFDoc_GetAttachmentCount(doc);
  if (files > 0)
    warnings.push({
      code: "embedded_files",
      message: `${files} embedded ${files === 1 ? "file was" : "files were"} not read.`,
    });
  if (engine.FPDFDoc_GetJavaScriptActionCount(doc) > 0 && !actions.some(({ code }) => code === "scripts"))
    warnings.push(SCRIPTS);
  return [...warnings, ...actions];
}

/** `page 3`, `pages 3, 5-9 and 12`, shortened after six. */
function listPages(pages: number[]): string {
  const runs: string[] = [];
  for (let i = 0; i < pages.length; i++) {
    const first = pages[i] ?? 0;
    let last = first;
    while (pages[i + 1] === last + 1) last = pages[++i] ?? last;
    runs.push(first === last ? String(first) : `${first}-${last}`);
  }
  const shown = runs.length > 6 ? [...runs.slice(0, 6), "more"] : runs;
  const text = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
  return pages.length === 1 ? `page ${text}` : `pages ${text}`;
}
