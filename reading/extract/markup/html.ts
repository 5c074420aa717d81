import { parse } from "parse5";
import type { Extraction, Warning } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { decodeText } from "../plain/encoding.ts";
import { characterBudget } from "../reading.ts";
import { attachNotes } from "../typed-notes.ts";
import type { BodyPiece } from "../word/pieces.ts";
import { findingWarnings } from "../word/warnings.ts";
import { readTree, type Tree } from "./tree.ts";

/** Reads a web page (.html): headings, paragraphs, lists and tables. Nothing is run or fetched. */
export async function readHtml(bytes: Uint8Array): Promise<Extraction> {
  const { text, warnings } = await decodeText(bytes, statedEncoding(bytes));
  characterBudget()(text.length);
  const tree = readTree(parse(text));
  return extractionOf({
    kind: "html",
    title: tree.title,
    pieces: piecesOf(tree),
    warnings: [...warnings, ...treeWarnings(tree)],
  });
}

/** Browsers look for it this far (WHATWG HTML, 13.2.3.2), and some pages say it later. */
const HEAD_BYTES = 4096;

function statedEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const tags = head.toString("latin1").match(/<(?:meta|\?xml)\s[^<>]{1,500}>/gi) ?? [];
  for (const tag of tags) {
    const [, label] = /\b(?:charset|encoding)\s{0,9}=["'\s]{0,9}([\w:.-]{1,40})/i.exec(tag) ?? [];
    if (label !== undefined) return label;
  }
  return null;
}

/** The pieces of a page, its notes beside their marks. */
export const piecesOf = ({ pieces }: Tree): BodyPiece[] => attachNotes(pieces);

export function treeWarnings({ findings, menus, scripts }: Tree): Warning[] {
  return [
    ...findingWarnings(findings),
    ...(menus > 0 ? [{ code: "part_not_read" as const, message: "Menus of the page were not read." }] : []),
    ...(scripts > 0
      ? [{ code: "scripts" as const, message: "This file contains scripts. They are never run." }]
      : []),
  ];
}
