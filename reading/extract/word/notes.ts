import { namesIn, takeMarks } from "../raised.ts";
import type { BodyPiece } from "./pieces.ts";

/** The number of a note at the end of the text, typed like the text itself. */
const BARE_LABEL = /^(\d{1,3}|\p{Ll})\s+(?=\p{L})/u;

/** Notes that were typed as paragraphs: each follows the paragraph or the table with its mark, as one made by Word does. */
export function attachNotes(pieces: BodyPiece[]): BodyPiece[] {
  const marked = pieces.map(({ text, type }) => (type === "heading" ? [] : namesIn(text)));
  if (marked.every((names) => names.length === 0)) return pieces;
  const notes = findNotes(pieces, marked);
  if (notes.size === 0) return pieces;
  const taken = new Set<number>();
  const out: BodyPiece[] = [];
  let pending: BodyPiece[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.type !== "table_row") out.push(...pending.splice(0));
    if (taken.has(at)) continue;
    const noteOf = (label: string) => (notes.get(label) ?? []).find((note) => note > at);
    const { text, labels } = takeMarks(piece.text, (label) => noteOf(label) !== undefined);
    out.push(labels.length === 0 ? piece : { ...piece, text });
    for (const label of labels) {
      const note = noteOf(label) ?? -1;
      const found = pieces[note];
      if (taken.has(note) || found === undefined) continue;
      taken.add(note);
      pending.push({ type: "footnote", text: found.text.replace(BARE_LABEL, "") });
    }
    if (piece.type !== "table_row") out.push(...pending.splice(0));
  }
  return [...out, ...pending];
}

/** Places of the notes by their marks: paragraphs with a raised mark, and those with a bare number that end the text. */
function findNotes(pieces: BodyPiece[], marked: string[][]): Map<string, number[]> {
  const names = new Set(marked.flat());
  const labels = pieces.map(({ mark, text, type }) =>
    type !== "paragraph" ? undefined : (mark ?? BARE_LABEL.exec(text)?.[1]),
  );
  const end = labels.findLastIndex((label) => label === undefined || !names.has(label)) + 1;
  const notes = new Map<string, number[]>();
  for (const [at, label] of labels.entries())
    if (label !== undefined && names.has(label) && (pieces[at]?.mark !== undefined || at >= end))
      notes.set(label, [...(notes.get(label) ?? []), at]);
  return notes;
}
