import { NARROW } from "./gaps.ts";
import type { Line } from "./letters.ts";

/** A font's sign without a letter mapping; before a paragraph it is a bullet. */
const UNNAMED_MARK = /^[\x7f-\x9f\uE000-\uF8FF\uFFFD](?=[ \t\f]+[^\s\uFFFD])/; // eslint-disable-line no-control-regex
const MARK = /^[•◦▪■●○–—·‣⁃❖➢✓✔☐☑☒□*-]\t/;
/** `1.`, `(b)`, `iv)`, `4.2`, `§ 7`, `Article 3`: the number of a paragraph. */
const NUMBER =
  /^(?:\(?(?:\d{1,3}|[a-zA-Z]{1,2}|[ivxlcIVXLC]{1,6})[.)]|\d+(?:\.\d+)+[.)]?|§+ ?\d+\p{L}?|(?:Article|Section|Clause|Rule|Part|Chapter|Appendix|Annex|Schedule) [\dA-Z][\d.A-Z]*[.:]?)\t(?=.*\p{L}{2})/u;
const BARE_NUMBER = /^\d{1,2}\t(?=.*\p{L}{2})/u;
/** Maximum distance between lines of one table, in font sizes. */
const NEAR = 2.5;
/** Dots that lead to a page number: a line of a table of contents. */
const LEADERS = /\.{4,}|(?:\. ){4,}/;

/**
 * The bullet or number of a paragraph belongs to its line, however far left it hangs: they don't make a row of two cells.
 * Next to rows of three or more cells, it is the first column of a table.
 */
export function joinLabels(lines: Line[]): Line[] {
  const cells = (line: Line, beside: Line | undefined) =>
    beside !== undefined && Math.abs(beside.y - line.y) < line.size * NEAR ? beside.cells : 1;
  return lines.map((line, index) => {
    const text = line.text.replace(UNNAMED_MARK, "•");
    if (
      line.cells !== 2 ||
      !isLabelled(text, Math.max(cells(line, lines[index - 1]), cells(line, lines[index + 1])))
    )
      return text === line.text ? line : { ...line, text };
    return { ...line, text: text.replace("\t", NARROW), cells: 1 };
  });
}

/** A bullet or a number of a paragraph that stands alone. */
const ALONE = /^(?:[•◦▪■●○–—·‣⁃❖➢✓✔]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])$/u;
/** In font sizes: the text of a paragraph begins this far to the right of its mark, at most. */
const HANGING = 3;
const ON_A_LINE = 0.3;
/** Points: lines on one line are in the same step of the page's height, or in the next. */
const STEP = 24;

/**
 * Puts marks of paragraphs before their text that a file draws elsewhere: some programs draw all marks of a page after its
 * text.
 */
export function placeLabels(lines: Line[]): Line[] {
  const loose = new Set(lines.filter(({ text, tag, turned }) => ALONE.test(text) && tag === null && !turned));
  if (loose.size === 0) return lines;
  const steps = Map.groupBy(
    lines.filter((line) => !loose.has(line)),
    ({ y }) => Math.floor(y / STEP),
  );
  const labels = new Map<Line, Line>();
  for (const label of loose) {
    const step = Math.floor(label.y / STEP);
    const beside = [step - 1, step, step + 1]
      .flatMap((at) => steps.get(at) ?? [])
      .filter((line) => !labels.has(line) && isBeside(label, line))
      .toSorted((one, other) => one.left - other.left)[0];
    if (beside !== undefined) labels.set(beside, label);
  }
  const placed = new Set(labels.values());
  return lines.flatMap((line) => {
    if (placed.has(line)) return [];
    const label = labels.get(line);
    return label === undefined
      ? [line]
      : [{ ...line, text: `${label.text}${NARROW}${line.text}`, left: label.left }];
  });
}

function isBeside(label: Line, line: Line): boolean {
  const gap = line.left - label.right;
  return (
    gap > 0 &&
    gap < HANGING * line.size &&
    !line.turned &&
    line.tag === null &&
    Math.abs(line.y - label.y) < ON_A_LINE * line.size
  );
}

function isLabelled(text: string, cellsBeside: number): boolean {
  if (LEADERS.test(text)) return false;
  if (MARK.test(text)) return true;
  return (NUMBER.test(text) && cellsBeside < 3) || (BARE_NUMBER.test(text) && cellsBeside < 2);
}
