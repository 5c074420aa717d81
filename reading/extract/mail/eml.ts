import { parse } from "parse5";
import PostalMime, { type Email } from "postal-mime";
import type { Extraction, Warning } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { piecesOf, treeWarnings } from "../markup/html.ts";
import { readTree } from "../markup/tree.ts";
import type { Piece } from "../parts.ts";
import { linesToPieces, widthOf } from "../plain/pieces.ts";
import { characterBudget, Unreadable } from "../reading.ts";

/** A message forwarded in messages within messages more often is an attack or an accident. */
const MOST_NESTED = 20;

/** Reads a mail (.eml): its subject as heading, who wrote to whom and when, and its text. Attachments are named, not read. */
export async function readEml(bytes: Uint8Array): Promise<Extraction> {
  const mail = await parseMail(bytes);
  if (mail.attachments.some(({ mimeType }) => /pkcs7-mime|pgp-encrypted/.test(mimeType)))
    throw new Unreadable("protected", "This mail is encrypted. Save its text as PDF and upload that.");
  characterBudget()((mail.html ?? mail.text ?? "").length);
  const tree = mail.html === undefined ? null : readTree(parse(mail.html));
  const text = (mail.text ?? "").replace(/\r\n?/g, "\n").split("\n");
  const body: Piece[] = tree === null ? linesToPieces(text, widthOf(text)) : piecesOf(tree);
  if (body.length === 0)
    throw new Unreadable("empty", "This mail contains no text. Upload its attachment instead.");
  const subject = (mail.subject ?? "").replace(/\s+/g, " ").trim();
  const head = headOf(mail);
  return extractionOf({
    kind: "eml",
    title: subject === "" ? null : subject,
    pieces: [
      ...(subject === "" ? [] : [{ type: "heading" as const, level: 1, text: subject }]),
      ...(head === "" ? [] : [{ type: "paragraph" as const, text: head }]),
      // headings of the text stand below the subject
      ...body.map((piece) =>
        piece.type === "heading" ? { ...piece, level: (piece.level ?? 1) + 1 } : piece,
      ),
    ],
    warnings: [...(tree === null ? [] : treeWarnings(tree)), ...attachmentWarnings(mail)],
  });
}

async function parseMail(bytes: Uint8Array): Promise<Email> {
  try {
    const mail = await PostalMime.parse(bytes, { maxNestingDepth: MOST_NESTED, maxRfc822NestingDepth: 3 });
    if (mail.from !== undefined || mail.date !== undefined || mail.subject !== undefined) return mail;
  } catch {
    throw new Unreadable(
      "limit",
      "The parts of this mail are nested too deep, or its head is too long. Save its text as PDF and upload that.",
    );
  }
  throw new Unreadable(
    "damaged",
    "This file has no sender, date or subject, so it is no mail. Save the mail again and upload it.",
  );
}

function headOf({ from, to, cc, date }: Email): string {
  const names = (addresses: Email["to"]) =>
    (addresses ?? []).map(({ name, address }) => [name, address].filter(Boolean).join(", ")).join("; ");
  return [
    ["From", names(from === undefined ? [] : [from])],
    ["To", names(to)],
    ["Cc", names(cc)],
    ["Date", date ?? ""],
  ]
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `${label}: ${value}`)
    .join("\n");
}

function attachmentWarnings({ attachments }: Email): Warning[] {
  const files = attachments.filter(({ related }) => related !== true);
  if (files.length === 0) return [];
  const names = files.flatMap(({ filename }) => filename ?? []).slice(0, 5);
  return [
    {
      code: "embedded_files",
      message: `${files.length} ${files.length === 1 ? "attachment was" : "attachments were"} not read${names.length === 0 ? "" : `: ${names.join(", ")}${files.length > names.length ? ", …" : ""}`}. Upload what matters as a document.`,
    },
  ];
}
