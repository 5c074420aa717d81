import { type Cfb, openCfb } from "./cfb.ts";
import { cleanText, nothingRemoved, removedWarnings } from "../clean.ts";
import { readAsides, storyStart } from "./doc-asides.ts";
import { storyReader } from "./doc-body.ts";
import { openWordFile, type WordFile } from "./doc-file.ts";
import { readDocLabels } from "./doc-lists.ts";
import type { Extraction, Warning } from "../extraction.ts";
import { characterBudget, countWords, Unreadable } from "../reading.ts";
import { guessLanguage } from "../language.ts";
import { type Piece, toParts } from "../parts.ts";
import { headingLevel, isCaption, PLAIN_LEVEL } from "../plain/lines.ts";
import { countTables } from "../tables.ts";
import { COMMENTS_UNREAD, MACROS } from "../office/warnings.ts";
import { attachNotes } from "../typed-notes.ts";
import { fieldNumbers } from "./number-fields.ts";
import { type BodyPiece, type Findings, guessHeadings, nothingFoundYet } from "./pieces.ts";
import { findingWarnings, hasUnseen, rightsWarnings, unseenOnly } from "./warnings.ts";

/** The file information block of Word 6 and 95 has 101 to 104, that of Word 97 and later 193 or 257 (MS-DOC 2.5.1). */
const FIRST_WORD_97 = 193;
const ENCRYPTED_BIT = 0x0100;
const SENTENCE_CHARACTERS = 60;
const HEADERS = 2;
const COMMENTS = 4;

/** Reads a Word 97-2003 file: its own styles, lists, tables and notes (MS-DOC). */
export async function readDoc(bytes: Uint8Array): Promise<Extraction> {
  const container = checkContainer(bytes);
  const file = openWordFile(container, bytes.length);
  if (file === null) throw damaged();
  characterBudget()(file.text.length);
  const findings = nothingFoundYet();
  const read = storyReader(file, findings);
  const found = read(0, file.lengths[0] ?? 0, readDocLabels(file), readAsides(file, read), fieldNumbers());
  const removed = nothingRemoved();
  const pieces = attachNotes(withHeadings(found)).map(({ type, level, header, text }): Piece => ({
    type,
    level,
    header,
    text: cleanText(text, removed),
  }));
  const pages = toParts(pieces.filter((piece) => piece.text.trim() !== ""));
  const last = pages.at(-1);
  if (last === undefined) throw nothingFound(findings);
  const margins = storyOf(file, HEADERS, storyReader(file, nothingFoundYet()));
  last.text = [last.text, ...new Set(margins.map(({ text }) => cleanText(text, removed)))]
    .join("\n\n")
    .trim();
  const text = pages.map((page) => page.text).join("\n");
  return {
    kind: "doc",
    title: found.find((piece) => piece.title === true)?.text ?? null,
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText: [],
    language: guessLanguage(text),
    warnings: [
      ...findingWarnings(findings),
      ...(storyOf(file, COMMENTS, storyReader(file, nothingFoundYet())).length > 0 ? [COMMENTS_UNREAD] : []),
      ...containerWarnings(container.names, text),
      ...removedWarnings(removed),
    ],
  };
}

function storyOf(file: WordFile, story: number, read: ReturnType<typeof storyReader>): BodyPiece[] {
  const start = storyStart(file, story);
  return read(start, start + (file.lengths[story] ?? 0), () => "");
}

function nothingFound(findings: Findings): Unreadable {
  if (hasUnseen(findings)) return unseenOnly();
  return new Unreadable("empty", "This Word file contains no text. Upload a file with content.");
}

function checkContainer(bytes: Uint8Array): Cfb {
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
  return container;
}

/** Without a single heading style, numbered and bold lines and short ones in title case are the headings. */
function withHeadings(pieces: BodyPiece[]): BodyPiece[] {
  if (pieces.some((piece) => piece.type === "heading" && piece.title !== true)) return pieces;
  return guessHeadings(pieces).map((piece, index, all) => {
    if (piece.type !== "paragraph") return piece;
    const level =
      headingLevel(piece.text) ?? (isTitle(piece.text, all[index + 1]?.text ?? "") ? PLAIN_LEVEL : null);
    return level === null ? piece : { type: "heading", level, text: piece.text };
  });
}

/** A short line in title case above a longer paragraph. The text contains no other evidence of headings. */
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

function containerWarnings(names: string[], text: string): Warning[] {
  const warnings: Warning[] = [];
  if (names.includes("Macros") || names.includes("VBA")) warnings.push(MACROS);
  if (names.includes("ObjectPool") && names.some((name) => /^_\d+$/.test(name)))
    warnings.push({ code: "embedded_files", message: "Embedded objects in this file were not read." });
  return [...warnings, ...rightsWarnings(text)];
}

const damaged = () =>
  new Unreadable(
    "damaged",
    "This Word file is damaged or incomplete. Open it in Word, save it as .docx and upload that.",
  );
