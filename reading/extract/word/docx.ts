import { openCfb } from "./cfb.ts";
import { cleanText, nothingRemoved, removedWarnings } from "../clean.ts";
import { readLabels } from "./docx-lists.ts";
import { readBody } from "./docx-body.ts";
import { readStyles } from "./docx-styles.ts";
import { parsePart, parseSidePart } from "./docx-xml.ts";
import type { Extraction, Warning } from "../extraction.ts";
import { characterBudget, countWords, Unreadable } from "../reading.ts";
import { guessLanguage } from "../language.ts";
import { type Piece, toParts } from "../parts.ts";
import { countTables } from "../tables.ts";
import { attachNotes } from "./notes.ts";
import { type BodyPiece, type Findings, guessHeadings } from "./pieces.ts";
import {
  COMMENTS_UNREAD,
  OUTSIDE_UNREAD,
  findingWarnings,
  hasUnseen,
  MACROS,
  rightsWarnings,
  unseenOnly,
} from "./warnings.ts";
import { openZip, type Zip } from "./zip.ts";

type Relations = { type: string; target: string }[];

/** Reads a Word (.docx) file as a stream: opens only the parts that contain text and counts every byte. */
export async function readDocx(bytes: Uint8Array): Promise<Extraction> {
  if (openCfb(bytes) !== null)
    throw new Unreadable(
      "protected",
      "This Word file is protected by a password. Remove the password and upload it again.",
    );
  const zip = await openZip(bytes);
  const main = await findMainPart(zip);
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
  const body = readBody(styles, labels, notes, budget);
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
      ...((await hasComments(zip)) ? [COMMENTS_UNREAD] : []),
      ...((await refersOutside(zip)) ? [OUTSIDE_UNREAD] : []),
      ...zipWarnings(zip, text),
      ...removedWarnings(removed),
    ],
  };
}

async function findMainPart(zip: Zip): Promise<string> {
  const root = await readRelations(zip, "");
  const target = root.find((relation) => relation.type === "officeDocument")?.target ?? "word/document.xml";
  if (zip.names.includes(target)) return target;
  throw new Unreadable(
    "damaged",
    "This file has no Word document in it. Open it in Word, save it again and upload it.",
  );
}

/**
 * The relationships of a part (`""` is the package), with targets as part names. Nothing outside the file is followed.
 */
async function readRelations(zip: Zip, part: string): Promise<Relations> {
  const folder = folderOf(part);
  const relations: Relations = [];
  await eachRelation(zip, part, ({ type, target, isOutside }) => {
    if (!isOutside) relations.push({ type, target: resolveTarget(folder, target) });
  });
  return relations;
}

/**
 * Whether Word would fetch something from elsewhere on opening the file, whichever part asks for it. A link to click
 * doesn't count.
 */
async function refersOutside(zip: Zip): Promise<boolean> {
  let found = false;
  for (const name of zip.names) {
    if (!name.endsWith(".rels")) continue;
    await eachRelation(zip, name.replace("_rels/", "").slice(0, -".rels".length), ({ type, isOutside }) => {
      found ||= isOutside && type !== "hyperlink";
    });
  }
  return found;
}

type Relation = { type: string; target: string; isOutside: boolean };

async function eachRelation(zip: Zip, part: string, visit: (relation: Relation) => void): Promise<void> {
  const folder = folderOf(part);
  await parseSidePart(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (element) => {
      if (element.name !== "rel:Relationship") return;
      visit({
        type: element.attribute("Type")?.split("/").at(-1) ?? "",
        target: element.attribute("Target") ?? "",
        isOutside: element.attribute("TargetMode") === "External",
      });
    },
  });
}

function folderOf(part: string): string {
  return part.includes("/") ? part.slice(0, part.lastIndexOf("/") + 1) : "";
}

function resolveTarget(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
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

function zipWarnings(zip: Zip, text: string): Warning[] {
  const warnings = zip.unread.map((name): Warning => ({
    code: "part_not_read",
    message: `The part ${name} of this file is damaged and was not read; labels, notes or headings may be missing.`,
  }));
  const has = (pattern: RegExp) => zip.names.some((name) => pattern.test(name));
  if (has(/embeddings\/./))
    warnings.push({ code: "embedded_files", message: "Files embedded in this document were not read." });
  if (has(/\/(?:charts|diagrams)\/./))
    warnings.push({ code: "part_not_read", message: "Words inside charts and diagrams were not read." });
  if (has(/vbaProject\.bin$/i)) warnings.push(MACROS);
  return [...warnings, ...rightsWarnings(text)];
}
