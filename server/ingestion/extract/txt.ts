import { cleanText, nothingRemoved, removedWarnings } from "./clean.ts";
import { decodeText } from "./encoding.ts";
import type { Extraction, Page } from "./extraction.ts";
import { characterBudget, countWords, MAX_PAGES, Unreadable } from "./reading.ts";
import { guessLanguage } from "./language.ts";
import { countTables } from "./tables.ts";
import { linesToPieces } from "./plain-lines.ts";
import { type Piece, toParts } from "./parts.ts";

/** Reads plain text of any usual encoding. Form feeds are page breaks, but the pages have no printed number. */
export async function readTxt(bytes: Uint8Array): Promise<Extraction> {
  const decoded = await decodeText(bytes);
  characterBudget()(decoded.text.length);
  const removed = nothingRemoved();
  const text = cleanText(decoded.text, removed).replace(/\r\n?/g, "\n");
  if (text.trim() === "")
    throw new Unreadable("empty", "This file holds no text. Upload a file with content.");
  const pieces: Piece[] = [];
  const breaks = new Set<number>();
  for (const leaf of text.split("\f")) {
    breaks.add(pieces.length);
    pieces.push(...linesToPieces(leaf.split("\n")));
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
