import { cleanText, nothingRemoved, removedWarnings } from "../clean.ts";
import { decodeText } from "./encoding.ts";
import type { Extraction, Page } from "../extraction.ts";
import { characterBudget, countWords, MAX_PAGES, Unreadable } from "../reading.ts";
import { guessLanguage } from "../language.ts";
import { countTables } from "../tables.ts";
import { attachNotes } from "../typed-notes.ts";
import { linesToPieces, widthOf } from "./pieces.ts";
import { type Piece, toParts } from "../parts.ts";

const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;

/** Reads plain text of any usual encoding. Form feeds are page breaks, but the pages have no printed number. */
export async function readTxt(bytes: Uint8Array): Promise<Extraction> {
  const decoded = await decodeText(bytes);
  characterBudget()(decoded.text.length);
  const removed = nothingRemoved();
  const text = cleanText(decoded.text, removed).replace(LINE_ENDS, "\n");
  const width = widthOf(text.split(/[\n\f]/));
  if (text.trim() === "")
    throw new Unreadable("empty", "This file contains no text. Upload a file with content.");
  const pieces: Piece[] = [];
  const breaks = new Set<number>();
  for (const leaf of text.split("\f")) {
    breaks.add(pieces.length);
    pieces.push(...attachNotes(linesToPieces(leaf.split("\n"), width)));
  }
  const pages: Page[] = toParts(pieces, breaks);
  if (pages.length > MAX_PAGES)
    throw new Unreadable("limit", `This text makes more than ${MAX_PAGES} pages. Split it.`);
  return {
    kind: "txt",
    title: null,
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText: [],
    language: guessLanguage(text),
    warnings: [...decoded.warnings, ...removedWarnings(removed)],
  };
}
