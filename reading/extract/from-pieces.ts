import { cleanText, nothingRemoved, removedWarnings } from "./clean.ts";
import type { Extraction, Kind, Warning } from "./extraction.ts";
import { guessLanguage } from "./language.ts";
import { type Piece, toParts } from "./parts.ts";
import { countWords, Unreadable } from "./reading.ts";
import { countTables } from "./tables.ts";

type Read = {
  kind: Kind;
  title: string | null;
  pieces: Piece[];
  warnings: Warning[];
  /** Positions of pieces that begin a new part: a sheet, a slide. */
  breaks?: Set<number>;
};

/**
 * The result for a file without printed pages.
 * @throws Unreadable empty if no piece holds text
 */
export function extractionOf({ kind, title, pieces, warnings, breaks }: Read): Extraction {
  const removed = nothingRemoved();
  const clean = pieces.map((piece) => ({ ...piece, text: cleanText(piece.text, removed) }));
  const pages = toParts(clean, breaks);
  if (pages.length === 0) throw nothingRead(warnings);
  const text = pages.map((page) => page.text).join("\n");
  return {
    kind,
    title,
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText: [],
    language: guessLanguage(text),
    warnings: [...warnings, ...removedWarnings(removed)],
  };
}

/** What was left out may be all that the file has. */
function nothingRead(warnings: readonly Warning[]): Unreadable {
  const leftOut = warnings.map(({ message }) => `${message} `).join("");
  return new Unreadable(
    "empty",
    `This file contains no text${leftOut === "" ? "" : " that is read"}. ${leftOut}Upload a file with content.`,
  );
}
