import WordExtractor from "word-extractor";

import { openCfb } from "./cfb.ts";
import { cleanText, nothingRemoved, removedWarnings } from "./clean.ts";
import type { Extraction, Warning } from "./extraction.ts";
import { characterBudget, countWords, Unreadable } from "./reading.ts";
import { guessLanguage } from "./language.ts";
import { withRowEnds } from "./doc-rows.ts";
import { type Piece, toParts } from "./parts.ts";
import { headingLevel, isCaption, linesToPieces, PLAIN_LEVEL } from "./plain-lines.ts";
import { countTables, looksLikeHeader, rowPiece } from "./tables.ts";

/** Word 6 and 95 say 101 to 104 in the file information block, Word 97 and later 193 or 257 (MS-DOC 2.5.1). */
const FIRST_WORD_97 = 193;
const ENCRYPTED_BIT = 0x0100;
const LABEL_CHARACTERS = 12;
const SENTENCE_CHARACTERS = 60;

/** Reads a Word 97-2003 file. word-extractor reads text only; its headings are guessed. */
export async function readDoc(bytes: Uint8Array): Promise<Extraction> {
  const names = checkContainer(bytes);
  let document: Awaited<ReturnType<WordExtractor["extract"]>>;
  try {
    document = await new WordExtractor().extract(withRowEnds(bytes));
  } catch {
    throw damaged();
  }
  const plain = { filterUnicode: false };
  const removed = nothingRemoved();
  const body = tidy(document.getBody(plain), removed);
  const boxes = tidy(document.getTextboxes({ ...plain, includeHeadersAndFooters: false }), removed);
  const notes = tidy(`${document.getFootnotes(plain)}\n${document.getEndnotes(plain)}`, removed);
  characterBudget()(body.length + boxes.length + notes.length);
  const text = `${body}\n${boxes}\n${notes}`;
  if (text.trim() === "")
    throw new Unreadable("empty", "This Word file holds no text. Upload a file with content.");
  const pages = toParts([
    ...paragraphs(body),
    ...paragraphs(boxes),
    ...paragraphs(notes).map((piece) => ({ ...piece, type: "footnote" as const })),
  ]);
  return {
    kind: "doc",
    title: null,
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText: [],
    language: guessLanguage(text),
    warnings: [...containerWarnings(names, text), ...removedWarnings(removed)],
  };
}

function checkContainer(bytes: Uint8Array): string[] {
  const container = openCfb(bytes);
  const fib = container?.stream("WordDocument", 512) ?? null;
  if (container === null || fib === null || fib.length < 32) throw damaged();
  const view = new DataView(fib.buffer, fib.byteOffset, fib.byteLength);
  if ((view.getUint16(10, true) & ENCRYPTED_BIT) !== 0)
    throw new Unreadable(
      "protected",
      "This Word file is protected by a password. Remove the password and upload it again.",
    );
  if (view.getUint16(2, true) < FIRST_WORD_97)
    throw new Unreadable(
      "unsupported",
      "This file was made by Word 95 or older. Open it in Word, save it as .docx and upload that.",
    );
  return container.names;
}

/** In Word a line break is a paragraph: every line is a piece of its own. */
function paragraphs(text: string): Piece[] {
  const lines = text.split(/[\n\f\v]/).filter((line) => line.trim() !== "");
  const rows = lines.map(cellsOf);
  return lines.flatMap((raw, index): Piece[] => {
    const row = rows[index] ?? null;
    if (row !== null) {
      const isFirstOfSeveral = (rows[index - 1] ?? null) === null && (rows[index + 1] ?? null) !== null;
      return [rowPiece(row, isFirstOfSeveral && looksLikeHeader(row))];
    }
    const line = joinLabel(raw);
    const level =
      headingLevel(line) ?? (isTitle(line, joinLabel(lines[index + 1] ?? "")) ? PLAIN_LEVEL : null);
    if (level !== null) return [{ type: "heading", level, text: line }];
    return linesToPieces([line]).map((piece) =>
      piece.type === "heading" ? { type: "paragraph", text: piece.text } : piece,
    );
  });
}

/** Each cell of a table ends with a tab, empty ones too. A single cell, or a label with its sentence, is no row. */
function cellsOf(line: string): string[] | null {
  if (!line.endsWith("\t") || joinLabel(line) !== joinTabs(line)) return null;
  const cells = line.slice(0, -1).split("\t");
  return cells.filter((cell) => cell.trim() !== "").length > 1 ? cells.map((cell) => cell.trim()) : null;
}

/** `L2.5<tab>Verify that …` is a label and its sentence, not a row of two cells. */
function joinLabel(raw: string): string {
  const line = joinTabs(raw);
  const cells = line.split(/\t+/);
  const [label = "", text = ""] = cells;
  return cells.length === 2 && label.length <= LABEL_CHARACTERS && text.length > SENTENCE_CHARACTERS
    ? `${label} ${text}`
    : line;
}

const joinTabs = (raw: string) => raw.trim().replace(/ *\t */g, "\t");

/** A short line in title case above a longer paragraph. The text says no more about its headings. */
function isTitle(line: string, next: string): boolean {
  const words = line.split(" ");
  if (
    line.length > SENTENCE_CHARACTERS ||
    words.length < 2 ||
    /[\t.;:,!?]/.test(line) ||
    next.length < SENTENCE_CHARACTERS
  )
    return false;
  return !isCaption(line) && words.every((word) => /^[\p{Lu}\d("“]/u.test(word) || word.length <= 4);
}

function tidy(text: string, removed: ReturnType<typeof nothingRemoved>): string {
  return cleanText(text.replace(/\r\n?/g, "\n"), removed);
}

function containerWarnings(names: string[], text: string): Warning[] {
  const warnings: Warning[] = [];
  if (names.includes("Macros") || names.includes("VBA"))
    warnings.push({ code: "macros", message: "This file carries macros. They are never run." });
  if (names.includes("ObjectPool") && names.some((name) => /^_\d+$/.test(name)))
    warnings.push({ code: "embedded_files", message: "Embedded objects in this file were not read." });
  if (isRightsNotice(text))
    warnings.push({
      code: "rights_notice",
      message: "Only a notice about rights protection is readable in this file.",
    });
  return warnings;
}

/** Files under rights management hold one short page that says so. */
export function isRightsNotice(text: string): boolean {
  return (
    text.length < 2_000 &&
    /(permission|rights)[ -](is |are )?(currently )?(restricted|protected|management)|Information Rights Management|IRM/i.test(
      text,
    )
  );
}

const damaged = () =>
  new Unreadable(
    "damaged",
    "This Word file is damaged or incomplete. Open it in Word, save it as .docx and upload that.",
  );
