import { isSign, namesIn, sharedSigns, takeMarks, typedLabel } from "../raised.ts";
import type { Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";

/** A number or letter before the text of a note, without a raised mark of its own. */
const LABEL = /^(\d{1,3}|\p{Ll}|[ivx]{2,5})[.)]?[\s\f]+(?=\S)/u;
/** Notes are set in smaller type than the text with their marks, or stand apart at the foot of the page. */
const SMALLER = 0.97;
const BARE_LABEL = /^(?:\d{1,3}|\p{Ll}|[ivx]{2,5})[\s\f]/u;
/** In font sizes. */
const APART = 1.8;

/** The mark with which a line begins, if it may be a note, and the line's text without it. */
export function labelOf(line: Line): { label: string; note: string; isRaised: boolean } | null {
  const typed = line.cells > 1 || line.row === "names" ? null : typedLabel(line.text);
  if (typed !== null && line.label === undefined) return { ...typed, isRaised: !isSign(typed.label) };
  const bare = LABEL.exec(line.text);
  const label = line.label ?? bare?.[1];
  if (label === undefined || (line.label !== undefined && !/\p{L}{2}/u.test(line.text))) return null;
  return { label, note: line.text.slice(bare?.[0].length ?? 0), isRaised: line.label !== undefined };
}

/**
 * Joins the marks of notes with the notes on their page: a mark leaves the text, the line with it cites the note, and the
 * note's first line is known by its place. A mark without a note stays, as a raised character or as a sign.
 */
export function settleNotes(page: PageLines): PageLines {
  const marked = page.lines.flatMap((line, at) =>
    namesIn(line.text).map((name) => ({ name, at, size: line.size })),
  );
  if (marked.length === 0) return page;
  const notes = findNotes(page.lines, marked);
  if (notes.length === 0) return page;
  const noteFor = (name: string, at: number) => notes.find((note) => note.label === name && note.at > at)?.at;
  const lastOf = sharedSigns(
    page.lines.map(({ text }, at) => [at, text]),
    noteFor,
  );
  const cited = new Map<number, string>();
  const lines = page.lines.map((line, at): Line => {
    const isTaken = (note: number | undefined) => note !== undefined && !lastOf.has(note);
    const { text, labels } = takeMarks(line.text, (name) => isTaken(noteFor(name, at)));
    const cites = [...labels, ...namesIn(line.text).filter(isSign)].flatMap((name) => {
      const note = noteFor(name, at);
      if (note === undefined || cited.has(note) || (lastOf.get(note) ?? at) !== at) return [];
      cited.set(note, name);
      return [String(note)];
    });
    return cites.length > 0 ? { ...line, text, cites } : { ...line, text };
  });
  return {
    ...page,
    // a note whose mark stayed keeps its own
    lines: lines.map((line, at): Line => {
      const label = cited.get(at);
      if (label === undefined) return line;
      const text = lastOf.has(at) ? line.text : (labelOf(line)?.note ?? line.text);
      return { ...line, label, note: String(at), text };
    }),
  };
}

type Mark = { name: string; at: number; size: number };
type Note = { label: string; at: number };

/** The notes of a page: for a number or letter the first one after its mark, for a sign one after each table with it. */
function findNotes(lines: Line[], marked: Mark[]): Note[] {
  const notes: Note[] = [];
  const labels = lines.map((line) => (line.turned ? null : labelOf(line)));
  const isMarked = (name: string, from: number, to: number) =>
    marked.some((mark) => mark.name === name && mark.at >= from && mark.at < to);
  for (const [at, line] of lines.entries()) {
    const { label = "", isRaised = false } = labels[at] ?? {};
    if (label === "") continue;
    if (isSign(label)) {
      // signs that begin one line after another are those of a list
      const last = labels.findLastIndex((other, place) => place < at && other?.label === label);
      const next = labels.findIndex((other, place) => place > at && other?.label === label);
      const isListed = next > 0 && !isMarked(label, at, next);
      if (!isListed && isMarked(label, Math.max(last, 0), at)) notes.push({ label, at });
      continue;
    }
    const before = notes.find((note) => note.label === label);
    const mark = marked.find((one) => one.name === label && one.at < at);
    if (before !== undefined || mark === undefined) continue;
    const isSmall = line.size < mark.size * SMALLER;
    if (isRaised || isSmall || isAtFoot(lines, at, notes.length > 0)) notes.push({ label, at });
  }
  return notes;
}

/** Whether a line with a bare number begins the notes below its column's text, or follows another of them. */
function isAtFoot(lines: Line[], at: number, follows: boolean): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (before === undefined || line === undefined || !BARE_LABEL.test(line.text)) return false;
  const isAboveIt = ({ y, left, right }: Line) => y > line.y && left < line.right && right > line.left;
  if (lines.slice(at + 1).some(isAboveIt)) return false;
  const down = before.foot - line.y;
  return down > (follows ? 0 : APART * line.size);
}
