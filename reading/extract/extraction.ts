import { z } from "zod";

/** The kinds of files that are read: four for every company, and six that a company may allow. */
export const Kind = z.enum(["pdf", "docx", "doc", "txt", "xlsx", "pptx", "html", "md", "eml", "csv"]);
export type Kind = z.infer<typeof Kind>;

/**
 * A piece of a page's text: `page.text.slice(start, end)`. Text between blocks is running headers, footers and white space:
 * part of the page, but not of any passage.
 */
export const Block = z.object({
  type: z.enum(["heading", "paragraph", "list_item", "table_row", "footnote"]),
  /** Depth of a heading; 1 is the outermost. */
  level: z.number().positive().optional(),
  /** Set on the row that names a table's columns. */
  header: z.literal(true).optional(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});
export type Block = z.infer<typeof Block>;

export const Page = z.object({
  /** 1-based, as a PDF reader counts; null for Word and text files, whose parts aren't printed pages. */
  number: z.int().positive().nullable(),
  /** The label printed by the PDF (`iv`, `A-3`) when it differs from the number. */
  label: z.string().nullable(),
  text: z.string(),
  /** OCR read the text from a picture of the page. */
  byOcr: z.literal(true).optional(),
  blocks: z.array(Block),
});
export type Page = z.infer<typeof Page>;

const WarningCode = z.enum([
  "hidden_text",
  "white_text",
  "tiny_text",
  "text_outside_page",
  "covered_text",
  "invisible_characters",
  "unreadable_letters",
  "recognised_text",
  "read_by_ocr",
  "scanned_pages",
  "pages_without_text",
  "pages_not_read",
  "part_not_read",
  "deletions_left_out",
  "struck_text",
  "switched_off",
  "embedded_files",
  "outside_references",
  "macros",
  "scripts",
  "actions",
  "renamed_type",
  "guessed_encoding",
  "mixed_encodings",
  "control_characters",
  "rights_notice",
]);

export const Warning = z.object({
  code: WarningCode,
  /** A sentence for an administrator. */
  message: z.string(),
  /** 1-based positions in `pages`. */
  pages: z.array(z.int().positive()).optional(),
});
export type Warning = z.infer<typeof Warning>;

/** The result of reading one file. Plain JSON: it crosses a process boundary. */
export const Extraction = z.object({
  kind: Kind,
  title: z.string().nullable(),
  pages: z.array(Page),
  words: z.int().nonnegative(),
  tables: z.int().nonnegative(),
  /** 1-based positions in `pages`. */
  pagesWithoutText: z.array(z.int().positive()),
  /** ISO 639-1, from our own simple detection, or null. */
  language: z.string().nullable(),
  warnings: z.array(Warning),
});
export type Extraction = z.infer<typeof Extraction>;

export const Failure = z.object({
  reason: z.enum(["protected", "damaged", "scanned", "limit", "unsupported", "empty"]),
  /** A sentence that names the cause and the remedy. */
  message: z.string(),
  /** Pages that are pictures, from 1: OCR may read them. */
  scannedPages: z.array(z.int().positive()).optional(),
});
export type Failure = z.infer<typeof Failure>;

export const Outcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), extraction: Extraction }),
  z.object({ ok: z.literal(false), failure: Failure }),
]);
export type Outcome = z.infer<typeof Outcome>;
