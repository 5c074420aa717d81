import { readDirectoryNames } from "./word/cfb.ts";
import type { Kind } from "./extraction.ts";

/**
 * A file's type by its bytes, and by its name where the bytes are text or a container. `kind` is null for a file that isn't
 * read; `what` then names it, and `remedy` says what makes it readable for a company that has further formats read.
 */
export type Sniffed = { kind: Kind | null; what: string; remedy?: string };

const HEAD_BYTES = 1024;
const SIGNATURES: [string, string][] = [
  ["{\\rtf", "a rich text (RTF) file"],
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["GIF8", "a GIF picture"],
  ["II*\0", "a TIFF picture"],
  ["MM\0*", "a TIFF picture"],
  ["\xffWPC", "a WordPerfect file"],
  ["7z\xbc\xaf\x27\x1c", "a 7z archive"],
  ["Rar!", "a RAR archive"],
  ["\x1f\x8b", "a gzip archive"],
  ["\x7fELF", "a program"],
  ["MZ\x90\0", "a program"],
  ["%!PS", "a PostScript file"],
  ["\xdb\xa5\x2d\0", "a Word 2 file"],
  ["\x31\xbe\0\0", "a Windows Write file"],
  ["\xfe\x37\0\x1c", "a Word for DOS file"],
];
/** Bell, backspace, tab, line ends, form feed and escape occur in logs and terminal output. */
const TEXT_CONTROLS = new Set([7, 8, 9, 10, 11, 12, 13, 27]);
const WEB_PAGE = "a web page (HTML)";
const ZIP = "PK\x03\x04";
const CFB = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/**
 * The kind of a file by its first bytes, during the upload. A zip or OLE container can only be identified by its end or its
 * directory: here it counts as Word, and `sniffWhole` decides.
 */
export function sniff(head: Uint8Array, name: string): Sniffed {
  const start = latin1(head, HEAD_BYTES);
  if (start.startsWith(ZIP)) return { kind: packageNamed(name), what: "a zip container" };
  if (start.startsWith(CFB)) return { kind: "doc", what: "an OLE container" };
  if (hasPdfHeader(head)) return { kind: "pdf", what: "a PDF document" };
  for (const [signature, what] of SIGNATURES) if (start.startsWith(signature)) return { kind: null, what };
  const written = writtenAs(name);
  if (written !== null && !isBinary(head)) return { kind: written, what: "text" };
  const markup = markupName(start);
  if (markup !== null && !isText(name))
    return { kind: null, what: markup, ...(markup === WEB_PAGE ? { remedy: "Name it .html" } : {}) };
  if (isBinary(head)) return damagedByName(name) ?? { kind: null, what: "a binary file" };
  return damagedByName(name) ?? { kind: "txt", what: "plain text" };
}

/** Some writers put junk before the header; readers accept it within the first 1,024 bytes. */
export function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).includes("%PDF-");
}

/** The kind of a whole file: looks into zip and OLE containers. Never throws. */
export async function sniffWhole(bytes: Uint8Array, name: string): Promise<Sniffed> {
  const first = sniff(bytes, name);
  if (first.what === "a zip container") return sniffZip(bytes, packageNamed(name));
  if (first.what === "an OLE container") return sniffCfb(bytes, packageNamed(name));
  return first;
}

type Package = "docx" | "xlsx" | "pptx";

/** The kind that the name of an Office file states. */
function packageNamed(name: string): Package {
  const extension = /\.(xlsx|pptx)$/i.exec(name)?.[1]?.toLowerCase();
  return extension === "xlsx" || extension === "pptx" ? extension : "docx";
}

/** Kinds of text that only the name tells from plain text. */
function writtenAs(name: string): Kind | null {
  const extension = /\.(html?|md|eml|csv)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === "md" || extension === "eml" || extension === "csv") return extension;
  return extension === undefined ? null : "html";
}

async function sniffZip(bytes: Uint8Array, named: Package): Promise<Sniffed> {
  // Loaded on demand: most files aren't zips, and each child reads only one file.
  const { readNames } = await import("./office/zip.ts");
  const names = await readNames(bytes);
  // No directory: a truncated or broken file; the reader reports which.
  if (names === null) return { kind: named, what: "a damaged zip container" };
  const has = (prefix: string) => names.some((name) => name.toLowerCase().startsWith(prefix));
  if (has("word/")) return { kind: "docx", what: "a Word document" };
  if (has("xl/")) return underItsName("xlsx", named, "an Excel workbook");
  if (has("ppt/")) return underItsName("pptx", named, "a PowerPoint presentation");
  if (has("[content_types].xml")) return { kind: named, what: "an Office document" };
  if (has("meta-inf/manifest.xml") && has("content.xml")) return { kind: null, what: "an OpenDocument file" };
  if (names.includes("mimetype")) return { kind: null, what: "an OpenDocument or EPUB file" };
  return { kind: null, what: "a zip archive" };
}

/** Read as what it is only under its own name: a company may not allow it. */
const underItsName = (kind: Package, named: Package, what: string): Sniffed => ({
  kind: kind === named ? kind : null,
  what,
  remedy: `Name it .${kind}`,
});

/** Why a file isn't read: what it is, beside what its name says, and what to do. */
export function refusalOf({ what, remedy }: Sniffed, name: string): string {
  const ending = endingOf(name);
  const isNamed = ending === null ? `This is ${what}` : `This file is named .${ending}, but it is ${what}`;
  return remedy !== undefined && FURTHER.test(ending ?? "")
    ? `${isNamed}. ${remedy} and upload it again.`
    : `${isNamed}, not a PDF, Word or text document. Save it as PDF or .docx and upload it again.`;
}

/** Endings that are taken only from a company that has further formats read. */
const FURTHER = /^(?:xlsx|pptx|html?|md|eml|csv)$/;

/** What follows the last dot of a name, in lower case. */
export const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? null;

function sniffCfb(bytes: Uint8Array, named: Package): Sniffed {
  const names = readDirectoryNames(bytes);
  if (names === null || names.includes("WordDocument"))
    return { kind: "doc", what: "a Word 97-2003 document" };
  // An encrypted Office file is an OLE file around the ciphertext.
  if (names.includes("EncryptedPackage")) return { kind: named, what: "an encrypted Office document" };
  if (names.includes("Workbook") || names.includes("Book"))
    return { kind: null, what: "an Excel 97-2003 workbook", remedy: "Save it as .xlsx" };
  if (names.includes("PowerPoint Document"))
    return { kind: null, what: "a PowerPoint 97-2003 presentation", remedy: "Save it as .pptx" };
  if (names.some((name) => name.startsWith("__substg1.0_")))
    return { kind: null, what: "an Outlook message" };
  return { kind: null, what: "an OLE file without a Word document" };
}

function markupName(start: string): string | null {
  const text = start
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script|meta)\b/.test(text)) return WEB_PAGE;
  if (text.startsWith("<?xml"))
    return text.includes("wordprocessingml") ||
      text.includes("w:worddocument") ||
      text.includes("word.document")
      ? "a Word 2003 XML file"
      : "an XML file";
  return null;
}

/** A file named .pdf or as an Office file with unrecognized bytes is a broken one, not a text. */
function damagedByName(name: string): Sniffed | null {
  const extension = /\.(pdf|docx|doc|xlsx|pptx)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === "pdf") return { kind: "pdf", what: "no PDF header" };
  if (extension === "docx" || extension === "xlsx" || extension === "pptx")
    return { kind: extension, what: "no zip header" };
  if (extension === "doc") return { kind: "doc", what: "no OLE header" };
  return null;
}

const isText = (name: string) => /\.(txt|text)$/i.test(name);

/** NUL without the regular pattern of UTF-16 or UTF-32, or many control bytes: not text. */
function isBinary(head: Uint8Array): boolean {
  const length = Math.min(head.length, 8192);
  let control = 0;
  let zeros = 0;
  let zerosEven = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i] ?? 0;
    if (byte === 0) {
      zeros++;
      if (i % 2 === 0) zerosEven++;
    } else if (byte < 32 && !TEXT_CONTROLS.has(byte)) control++;
  }
  // UTF-16 of Latin text has its zeros all on one side; UTF-32 has three of four.
  const oneSided = zeros > length / 5 && (zerosEven < zeros / 50 || zerosEven > (zeros * 49) / 50);
  if (zeros > length * 0.7 && length >= 4) return !hasWideMark(head);
  if (oneSided || hasWideMark(head)) return false;
  // Random bytes contain 10% control characters, legacy text none; a few stray NULs in a text are removed.
  return control > length * 0.02 || zeros > length * 0.3;
}

function hasWideMark(head: Uint8Array): boolean {
  const start = latin1(head, 4);
  return start.startsWith("\xff\xfe") || start.startsWith("\xfe\xff") || start === "\0\0\xfe\xff";
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString("latin1");
}
