import type { Block } from "../extraction.ts";
import type { Line } from "./letters.ts";

/** Lines of one block. */
type Group = { type: Block["type"]; lines: Line[] };

/** Small print and the names of pictures are set in type smaller than this share of the text's. */
const SMALLER = 0.97;
/** More lines than this between the halves of a sentence are text of their own. */
const MOST_LINES = 12;
/** In font sizes: the top of a column is farther above its foot; signs of formulas are closer. */
const LEAST_JUMP = 1.5;
/** Characters: a shorter line is a sign of a formula or of a picture. */
const SHORTEST = 20;
const SENTENCE_END = /[.!?:;”"')\]。！？]$/;
const MIDDLE = /^[\p{Ll}(]/u;

/**
 * The paragraph that goes on with a line at the top of the next column, although notes or small print at the foot of its own
 * stand between them.
 */
export function interruptedBefore<One extends Group>(groups: readonly One[], line: Line): One | null {
  if (line.turned || !MIDDLE.test(line.text)) return null;
  const at = lastOfText(groups, line.size);
  const group = groups[at];
  const last = group?.lines.at(-1);
  if (group === undefined || last === undefined || at === groups.length - 1 || !isUnended(group)) return null;
  const isJump = line.y > last.y + LEAST_JUMP * line.size && line.size * SMALLER < last.size && !last.turned;
  return isJump ? group : null;
}

/** Puts what stands below an unended paragraph before it, if the next page goes on with the paragraph. */
export function endWithText<One extends Group>(groups: One[], next: Line | undefined): One[] {
  if (next === undefined || !MIDDLE.test(next.text)) return groups;
  const at = lastOfText(groups, next.size);
  const group = groups[at];
  if (group === undefined || at === groups.length - 1 || !isUnended(group)) return groups;
  return [...groups.slice(0, at), ...groups.slice(at + 1), group];
}

/** The last group that is neither a note nor in smaller type than the text. */
function lastOfText(groups: readonly Group[], size: number): number {
  let left = MOST_LINES;
  for (let at = groups.length - 1; at >= 0; at--) {
    const { type, lines } = groups[at] ?? { type: "paragraph", lines: [] };
    const isAside =
      type === "footnote" || (type !== "heading" && lines.every((line) => line.size < size * SMALLER));
    if (!isAside) return at;
    left -= lines.length;
    if (left < 0) return -1;
  }
  return -1;
}

function isUnended({ type, lines }: Group): boolean {
  const text = lines.at(-1)?.text ?? "";
  const isText = (type === "paragraph" || type === "list_item") && text.length >= SHORTEST;
  return isText && !SENTENCE_END.test(text) && !text.includes("\t");
}
