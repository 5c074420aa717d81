import { namesIn, takeMarks } from "../raised.ts";
import type { Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";

/** A number or letter before the text of a note, without a raised mark of its own. */
const LABEL = /^(\d{1,3}|\p{Ll}|[ivx]{2,5})[.)]?[\s\f]+(?=\S)/u;
/** Notes are set in smaller type than the text with their marks, or stand apart at the foot of the page. */
const SMALLER = 0.97;
const BARE_LABEL = /^(?:\d{1,3}|\p{Ll}|[ivx]{2,5})[\s\f]/u;
/** In font sizes. */
const APART = 1.8;

/**
 * Joins the marks of notes with the notes on their page: a mark leaves the text, the line with it names the note, and the
 * note's first line bears its name. A mark without a note stays, as a raised character.
 */
export function settleNotes(page: PageLines): PageLines {
  const marked = page.lines.flatMap((line, at) =>
    namesIn(line.text).map((name) => ({ name, at, size: line.size })),
  );
  if (marked.length === 0) return page;
  const notes = new Map<string, number>();
  for (const [at, line] of page.lines.entries()) {
    const label = line.label ?? LABEL.exec(line.text)?.[1];
    if (label === undefined || notes.has(label) || line.turned) continue;
    const mark = marked.find((one) => one.name === label && one.at < at);
    if (mark === undefined) continue;
    const isSmall = line.size < mark.size * SMALLER;
    if (line.label !== undefined || isSmall || isAtFoot(page.lines, at, notes.size > 0)) notes.set(label, at);
  }
  if (notes.size === 0) return page;
  const labelAt = new Map([...notes].map(([label, at]) => [at, label]));
  const cited = new Set<string>();
  const lines = page.lines.map((line, at): Line => {
    const { text, labels } = takeMarks(line.text, (name) => (notes.get(name) ?? -1) > at);
    const cites = labels.filter((name) => !cited.has(name));
    for (const name of cites) cited.add(name);
    return cites.length > 0 ? { ...line, text, cites } : { ...line, text };
  });
  return {
    ...page,
    lines: lines.map((line, at): Line => {
      const note = labelAt.get(at);
      // a note whose mark stayed keeps its number
      return note === undefined || !cited.has(note)
        ? line
        : { ...line, note, text: line.text.replace(LABEL, "") };
    }),
  };
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
