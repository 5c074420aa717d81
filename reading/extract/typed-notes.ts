import type { Piece } from "./parts.ts";
import { isSign, namesIn, sharedSigns, takeMarks, typedLabel } from "./raised.ts";

/** A piece, and the raised mark with which it begins. */
type Marked = Piece & { mark?: string };

/** A longer paragraph that begins with a sign is text. */
const LONGEST_NOTE = 500;
/** The number of a note at the end of the text, typed like the text itself. */
const BARE_LABEL = /^(\d{1,3}|\p{Ll})\s+(?=\p{L})/u;

/** Notes that were typed as paragraphs: each follows the paragraph or the table with its mark, as one made by Word does. */
export function attachNotes(pieces: Marked[]): Marked[] {
  const marked = pieces.map(({ text, type }) => (type === "heading" ? [] : namesIn(text)));
  if (marked.every((names) => names.length === 0)) return pieces;
  const notes = findNotes(pieces, marked);
  if (notes.size === 0) return pieces;
  const noteOf = (label: string, at: number) => (notes.get(label) ?? []).find((note) => note > at);
  const shared = sharedSigns(
    pieces.map(({ text, type }, at) => [at, type === "heading" ? "" : text]),
    noteOf,
  );
  const taken = new Set<number>();
  const out: Marked[] = [];
  let pending: Marked[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.type !== "table_row") out.push(...pending.splice(0));
    if (taken.has(at)) continue;
    const isTaken = (note: number | undefined) => note !== undefined && !shared.has(note);
    const { text, labels } = takeMarks(piece.text, (label) => isTaken(noteOf(label, at)));
    out.push(labels.length === 0 ? piece : { ...piece, text });
    for (const label of new Set([...labels, ...(marked[at] ?? []).filter(isSign)])) {
      const note = noteOf(label, at) ?? -1;
      const found = pieces[note];
      if (found === undefined || taken.has(note) || (shared.get(note) ?? at) !== at) continue;
      taken.add(note);
      pending.push({ type: "footnote", text: shared.has(note) ? found.text : withoutLabel(found) });
    }
    if (piece.type !== "table_row") out.push(...pending.splice(0));
  }
  return [...out, ...pending];
}

function withoutLabel({ text, mark = "" }: Marked): string {
  if (mark !== "" && text.startsWith(mark)) return text.slice(mark.length).trimStart();
  return typedLabel(text)?.note ?? text.replace(BARE_LABEL, "");
}

/**
 * Places of the notes by their marks: paragraphs with a raised mark or a sign, and those with a bare number that end the
 * text.
 */
function findNotes(pieces: Marked[], marked: string[][]): Map<string, number[]> {
  const names = new Set(marked.flat());
  const typed = pieces.map(({ text, type }) =>
    (type === "paragraph" || type === "list_item") && text.length <= LONGEST_NOTE
      ? (typedLabel(text)?.label ?? null)
      : null,
  );
  const labels = pieces.map(({ mark, text, type }, at) =>
    type === "paragraph" ? (mark ?? typed[at] ?? BARE_LABEL.exec(text)?.[1] ?? null) : (typed[at] ?? null),
  );
  const end = labels.findLastIndex((label) => label === null || !names.has(label)) + 1;
  const notes = new Map<string, number[]>();
  const isMarked = (label: string, from: number, to: number) =>
    marked.slice(from, to).some((own) => own.includes(label));
  for (const [at, label] of labels.entries()) {
    if (label === null || !names.has(label)) continue;
    // signs that begin one paragraph after another are those of a list
    const next = labels.indexOf(label, at + 1);
    const isNote = isSign(label)
      ? isMarked(label, Math.max(labels.slice(0, at).lastIndexOf(label), 0), at) &&
        (next < 0 || isMarked(label, at, next))
      : (pieces[at]?.mark ?? typed[at] ?? null) !== null || at >= end;
    if (isNote) notes.set(label, [...(notes.get(label) ?? []), at]);
  }
  return notes;
}
