import { cleanText, nothingRemoved, removedWarnings } from "../clean.ts";
import { readLabels } from "./docx-lists.ts";
import { readBody } from "./docx-body.ts";
import { readStyles } from "./docx-styles.ts";
import { parsePart, parseSidePart } from "../office/xml.ts";
import type { Extraction } from "../extraction.ts";
import { characterBudget, countWords, Unreadable } from "../reading.ts";
import { guessLanguage } from "../language.ts";
import { type Piece, toParts } from "../parts.ts";
import { countTables } from "../tables.ts";
import { attachNotes } from "../typed-notes.ts";
import { fieldNumbers } from "./number-fields.ts";
import { type BodyPiece, type Findings, guessHeadings } from "./pieces.ts";
import { findingWarnings, hasUnseen, rightsWarnings, unseenOnly } from "./warnings.ts";
import { partOf } from "../office/main-part.ts";
import { openPackage } from "../office/package.ts";
import { type Relations, readRelations } from "../office/relations.ts";
import { partWarnings } from "../office/warnings.ts";
import type { Zip } from "../office/zip.ts";

/** Reads a Word (.docx) file as a stream: opens only the parts that contain text and counts every byte. */
export async function readDocx(bytes: Uint8Array): Promise<Extraction> {
  const zip = await openPackage(bytes, "Word");
  const main = await partOf(zip, "word/document.xml");
  const relations = await readRelations(zip, main);
  const part = (type: string) => relations.find((relation) => relation.type === type)?.target ?? null;
  const budget = characterBudget();
  const styles = await readStyles(zip, part("styles"));
  const labels = await readLabels(zip, part("numbering"));
  const notes = new Map<string, string>();
  for (const name of [part("footnotes"), part("endnotes")]) {
    const reader = readBody(styles, () => "", new Map(), budget);
    await parseSidePart(zip, name, reader);
    for (const [id, text] of reader.notes) notes.set(id, text);
  }
  const body = readBody(styles, labels, notes, budget, fieldNumbers());
  await parsePart(zip, main, body);
  const margins = await readMargins(zip, relations, styles, budget);
  const removed = nothingRemoved();
  const pieces = attachNotes(guessHeadings(body.pieces)).map(({ type, level, header, text }): Piece => ({
    type,
    level,
    header,
    text: cleanText(text, removed),
  }));
  const pages = toParts(pieces.filter((piece) => piece.text.trim() !== ""));
  if (pages.length === 0) throw nothingFound(body.findings, margins);
  const last = pages.at(-1);
  if (last !== undefined && margins.length > 0) last.text += `\n\n${cleanText(margins.join("\n"), removed)}`;
  const text = pages.map((page) => page.text).join("\n");
  return {
    kind: "docx",
    title: await readTitle(zip, body.pieces),
    pages,
    words: countWords(text),
    tables: countTables(pages),
    pagesWithoutText: [],
    language: guessLanguage(text),
    warnings: [
      ...findingWarnings(body.findings),
      ...(await partWarnings(zip, {
        hasComments: await hasComments(zip),
        described: body.findings.described,
      })),
      ...rightsWarnings(text),
      ...removedWarnings(removed),
    ],
  };
}

/** Texts of headers and footers, each once: part of the file, but not of any passage. */
async function readMargins(
  zip: Zip,
  relations: Relations,
  styles: Parameters<typeof readBody>[0],
  budget: (characters: number) => void,
): Promise<string[]> {
  const texts = new Set<string>();
  for (const { type, target } of relations) {
    if (type !== "header" && type !== "footer") continue;
    const reader = readBody(styles, () => "", new Map(), budget);
    await parseSidePart(zip, target, reader);
    for (const piece of reader.pieces) texts.add(piece.text);
  }
  return [...texts];
}

async function readTitle(zip: Zip, pieces: BodyPiece[]): Promise<string | null> {
  let title = "";
  let inside = false;
  await parseSidePart(zip, "docProps/core.xml", {
    open: ({ name }) => void (inside = name === "dc:title"),
    close: () => void (inside = false),
    text: (text) => void (inside && (title += text)),
  });
  const printed = pieces.find((piece) => piece.title === true)?.text;
  const own = cleanText(title, nothingRemoved()).trim();
  return printed ?? (own === "" || /^(word document|untitled|document\d*)$/i.test(own) ? null : own);
}

function nothingFound(findings: Findings, margins: string[]): Unreadable {
  if (findings.chunks > 0)
    return new Unreadable(
      "empty",
      "The text of this file lies in an embedded part (altChunk) that was not read. Open it in Word, save it again and upload it.",
    );
  if (hasUnseen(findings)) return unseenOnly();
  if (margins.length > 0)
    return new Unreadable(
      "empty",
      "This Word file holds text in its headers and footers only. Upload a file with content.",
    );
  return new Unreadable("empty", "This Word file contains no text. Upload a file with content.");
}

/** Word writes the comments part even if there are none. */
async function hasComments(zip: Zip): Promise<boolean> {
  let found = false;
  await parseSidePart(zip, "word/comments.xml", {
    open: (element) => void (found ||= element.name === "w:t"),
  });
  return found;
}
