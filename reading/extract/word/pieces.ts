import type { Piece } from "../parts.ts";
import { headingLevel, isNamedPart } from "../plain/lines.ts";
import { settleRaised } from "../raised.ts";

/** A piece of a Word file's body; `bold` helps to guess headings in files without heading styles. */
export type BodyPiece = Piece & {
  bold?: true;
  title?: true;
  /** The raised mark with which it begins: it may be a note. */
  mark?: string;
};

/** Counts of a Word file's content that is hidden or not read. */
export type Findings = {
  hidden: number;
  struck: number;
  white: number;
  whiteKept: number;
  tiny: number;
  deletions: number;
  chunks: number;
  /** Fields whose number isn't known (`number-fields.ts`). */
  numbers: number;
  /** Pictures and drawings with a description, which nobody sees who looks at the file. */
  described: number;
};

export const nothingFoundYet = (): Findings => ({
  hidden: 0, struck: 0, white: 0, whiteKept: 0, tiny: 0, deletions: 0, chunks: 0, numbers: 0, described: 0,
}); // prettier-ignore

/** Whether the code of a field is that of a form's text. */
export const isTextField = (code: string) => /^\s{0,9}FORMTEXT\b/i.test(code);

/**
 * Whether a form's text shows what to do rather than a value: `Enter a name here`, `<Type the room>`, but not `Type B`. Files of
 * LibreOffice don't say so otherwise.
 */
export const isPrompt = (value: string) =>
  /^\s*[[<(]?(?:click|tap|enter|type|write|choose|select|insert|pick|fill)\b.*\b(?:a|an|the|your|here|in)\b/i.test(
    value,
  );

/** Half points: smaller text is unreadable (as in PDF, 1.5 points). */
export const TINY_HALF_POINTS = 3;

/** A paragraph as a piece: `label` is the text that Word prints before it, `level` the depth of its heading style. */
export function paragraphPiece(
  written: string,
  { label, level, title, bold }: { label: string; level: number | null; title: boolean; bold: boolean },
): BodyPiece {
  const { text, label: mark } = settleRaised(written);
  const labelled = label === "" ? text : `${label} ${text}`;
  if (title || level !== null)
    return {
      type: "heading",
      level: Math.min(level ?? 1, 9),
      text: labelled,
      ...(title ? { title: true as const } : {}),
    };
  return {
    type: label === "" ? "paragraph" : "list_item",
    text: labelled,
    ...(bold ? { bold: true as const } : {}),
    ...(mark === null ? {} : { mark }),
  };
}

/** Normalized white space: one space, no spaces around a line break. */
export function tidyParagraph(text: string): string {
  return text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/**
 * Without a single heading style, short bold paragraphs of their own are the headings, and short ones whose printed number
 * names a part of the document.
 */
export function guessHeadings(pieces: BodyPiece[]): BodyPiece[] {
  if (pieces.some((piece) => piece.type === "heading" && piece.title !== true)) return pieces;
  return pieces.map((piece) => {
    if (piece.type !== "paragraph" && piece.type !== "list_item") return piece;
    const numbered = headingLevel(piece.text);
    const isPart = piece.type === "list_item" && isNamedPart(piece.text) && numbered !== null;
    const bold =
      piece.bold === true &&
      piece.text.length <= 90 &&
      !/[.;,:]$/.test(piece.text) &&
      /\p{L}{2}/u.test(piece.text);
    return bold || isPart ? { ...piece, type: "heading", level: numbered ?? 1 } : piece;
  });
}
