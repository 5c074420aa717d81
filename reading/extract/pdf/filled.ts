import type { Entry } from "./annotations.ts";
import type { Line } from "./letters.ts";

/** A field's text lies on its printed line, or off it by less than this share of the font size. */
const SAME_HEIGHT = 0.8;
/** A caption is above its field, closer than this many font sizes. */
const CAPTION = 2.5;
/** The usual size of a field's text, in points. */
const FIELD_SIZE = 12;
/** Left edges of a caption and its field differ by less, in points. */
const SAME_EDGE = 12;

/**
 * Moves each form value next to its label: after the print to its left, else below its caption. The value is drawn after
 * the whole page, so it came at the end.
 * @param printed lines of the page before form values were drawn; `all` those with them
 */
export function joinFilled(printed: Line[], all: Line[]): Line[] {
  const known = new Set(printed.map(keyOf));
  const begun = new Map(printed.map((line) => [placeOf(line), line]));
  // a value at the height of its label is drawn in the label's line
  const labelOf = (line: Line) => {
    const label = begun.get(placeOf(line));
    return label !== undefined &&
      /^[\t\f ]/.test(line.text.slice(label.text.length)) &&
      line.text.startsWith(label.text)
      ? label
      : undefined;
  };
  const out: Line[] = [];
  const values: Line[] = [];
  for (const line of all) {
    const label = known.has(keyOf(line)) ? undefined : labelOf(line);
    if (label !== undefined) out.push(withValue(label, line));
    else (known.has(keyOf(line)) ? out : values).push(line);
  }
  for (const line of values) {
    const label = nearest(
      out,
      (other) => isLeft(other, line),
      (other) => line.left - other.right,
    );
    const caption = nearest(
      out,
      (other) => isAbove(other, line),
      (other) => other.y - line.y,
    );
    const at = label ?? caption;
    const host = at === null ? undefined : out[at];
    if (at === null || host === undefined || line.turned) out.push(line);
    else if (at === label) out[at] = joined(host, line);
    else out.splice(at + 1, 0, line);
  }
  return out;
}

/** A value that the file doesn't draw, where it would be drawn. */
export function entryLine({ text, left, right, bottom, top }: Entry): Line {
  const height = top - bottom;
  const size = Math.min(FIELD_SIZE, height * 0.8);
  const y = height > 2 * size ? top - size : bottom + (height - size) / 2 + size * 0.2;
  return {
    text, left, right, y, foot: y, size, bold: false, turned: false, hyphen: false, cells: 1, gaps: [], tag: null,
  }; // prettier-ignore
}

/** Puts each box to tick before or after the text beside it, whichever is nearer. */
export function joinButtons(lines: Line[], buttons: Entry[]): Line[] {
  const out = [...lines];
  for (const button of buttons) {
    const places = out.flatMap((line, at) =>
      isLevel(line, button) ? besides(line, button).map((place) => ({ ...place, at })) : [],
    );
    const [nearest] = places.toSorted((one, other) => one.apart - other.apart);
    const line = nearest === undefined ? undefined : out[nearest.at];
    if (nearest !== undefined && line !== undefined) out[nearest.at] = withButton(line, button, nearest);
    else {
      const below = out.findIndex(({ y, turned }) => !turned && y < button.bottom);
      out.splice(below < 0 ? out.length : below, 0, entryLine(button));
    }
  }
  return out;
}

/** A box and its text share a height: the text's middle lies in the box, or the box's middle in the text. */
function isLevel({ y, size, turned }: Line, { bottom, top }: Entry): boolean {
  const apart = Math.abs(y + size * 0.35 - (bottom + top) / 2);
  return !turned && apart < Math.max((top - bottom) / 2, size * 0.6);
}

type Place = { apart: number; cell: number; isBefore: boolean };

/** The places before and after each cell of a line, and how far the box is from there. */
function besides({ text, left, right, gaps }: Line, button: Entry): Place[] {
  const starts = [left, ...gaps.filter((_, at) => at % 2 === 1)];
  const ends = [...gaps.filter((_, at) => at % 2 === 0), right];
  const parts = text.split(/[\t\f]/).length;
  const cells = Array.from({ length: Math.min(parts, starts.length) }, (_, cell) => cell);
  return cells.flatMap((cell) => [
    { apart: Math.abs((starts[cell] ?? left) - button.right), cell, isBefore: true },
    { apart: Math.abs(button.left - (ends[cell] ?? right)), cell, isBefore: false },
  ]);
}

function withButton(line: Line, button: Entry, { cell, isBefore }: Place): Line {
  const parts = line.text.split(/([\t\f])/);
  const own = parts[cell * 2] ?? "";
  parts[cell * 2] = isBefore ? `${button.text} ${own}` : `${own} ${button.text}`;
  return {
    ...line,
    text: parts.join(""),
    left: Math.min(line.left, button.left),
    right: Math.max(line.right, button.right),
  };
}

const placeOf = ({ left, y }: Line) => `${Math.round(left)} ${Math.round(y)}`;
const keyOf = (line: Line) => `${placeOf(line)} ${line.text}`;

/** A line with a value in it, whose gap after the label is none between cells. */
function withValue({ text, gaps }: Line, line: Line): Line {
  const value = line.text.slice(text.length);
  const isParted = !value.startsWith(" ");
  return {
    ...line,
    text: `${text} ${value.slice(1)}`,
    cells: line.cells - (value.startsWith("\t") ? 1 : 0),
    gaps: isParted ? [...gaps, ...line.gaps.slice(gaps.length + 2)] : line.gaps,
  };
}

const isLeft = (other: Line, line: Line) =>
  !other.turned && other.right <= line.left + 1 && Math.abs(other.y - line.y) < SAME_HEIGHT * other.size;

const isAbove = (other: Line, line: Line) =>
  !other.turned &&
  other.y > line.y &&
  other.y - line.y < CAPTION * other.size &&
  Math.abs(other.left - line.left) < SAME_EDGE;

function nearest(
  lines: Line[],
  fits: (other: Line) => boolean,
  distance: (other: Line) => number,
): number | null {
  let best: number | null = null;
  for (const [at, other] of lines.entries()) {
    const before = best === null ? undefined : lines[best];
    if (fits(other) && (before === undefined || distance(other) < distance(before))) best = at;
  }
  return best;
}

function joined(label: Line, line: Line): Line {
  const { right, foot, hyphen } = line;
  const cells = label.cells + line.cells - 1;
  return {
    ...label,
    text: `${label.text} ${line.text}`,
    right,
    foot,
    hyphen,
    cells,
    gaps: [...label.gaps, ...line.gaps],
  };
}
