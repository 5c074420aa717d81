import type { Line } from "./letters.ts";

/** A field's text lies on its printed line, or off it by less than this share of the font size. */
const SAME_HEIGHT = 0.8;
/** A caption is above its field, closer than this many font sizes. */
const CAPTION = 2.5;
/** Left edges of a caption and its field differ by less, in points. */
const SAME_EDGE = 12;

/**
 * Moves each form value next to its label: after the print to its left, else below its caption. The value is drawn after
 * the whole page, so it came at the end.
 * @param printed lines of the page before form values were drawn; `all` those with them
 */
export function joinFilled(printed: Line[], all: Line[]): Line[] {
  const known = new Set(printed.map(keyOf));
  const out = all.filter((line) => known.has(keyOf(line)));
  for (const line of all.filter((filled) => !known.has(keyOf(filled)))) {
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

const keyOf = ({ text, left, y }: Line) => `${Math.round(left)} ${Math.round(y)} ${text}`;

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
