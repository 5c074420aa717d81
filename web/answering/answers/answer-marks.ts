import type { Element, ElementContent, Root, Text } from "hast";
import type { Claim } from "#contract/answering/answers.ts";
import { withMarks } from "./marks.ts";

/**
 * A rehype plugin over an answer's Markdown: footnote marks '[1]' become `<sup data-marker>`, sentences become `<span
 * data-claim>` with their verdict. Claims are located by their offsets in the Markdown source.
 * @param known valid mark targets; null while the answer is being written, when no mark has a target yet
 */
export function answerMarks(claims: Claim[], known: ReadonlySet<number> | null) {
  return () => (tree: Root) => walk(tree, claims, known);
}

function walk(node: Root | Element, claims: Claim[], known: ReadonlySet<number> | null): void {
  node.children = (node.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === "text") return cut(child, claims, known);
    if (child.type === "element") walk(child, claims, known);
    return [child];
  });
}

function cut(text: Text, claims: Claim[], known: ReadonlySet<number> | null): ElementContent[] {
  const from = text.position?.start.offset;
  const to = text.position?.end.offset;
  // escapes make the source longer than the text; then only the marks are certain
  const isExact = from !== undefined && to !== undefined && to - from === text.value.length;
  const edges = new Set([0, text.value.length]);
  const inside = isExact ? claims.filter((claim) => claim.start < to && claim.end > from) : [];
  for (const claim of inside) {
    edges.add(Math.max(0, claim.start - (from ?? 0)));
    edges.add(Math.min(text.value.length, claim.end - (from ?? 0)));
  }
  const sorted = [...edges].toSorted((a, b) => a - b);
  let note: Element | null = null;
  const pieces = sorted.slice(1).flatMap((end, index): ElementContent[] => {
    const start = sorted[index] ?? 0;
    const own = marked(text.value.slice(start, end), known);
    const claim = inside.find((item) => item.start - (from ?? 0) <= start && item.end - (from ?? 0) >= end);
    const due = note;
    note = null;
    if (claim === undefined) return due === null ? own : behindMarks(own, due);
    if (claim.end - (from ?? 0) === end) note = noteOf(claim);
    const properties = {
      dataClaim: String(claims.indexOf(claim)),
      dataVerdict: claim.verdict,
      dataMarkers: claim.markers.join(" "),
    };
    const sentence: Element = { type: "element", tagName: "span", properties, children: own };
    return due === null ? [sentence] : [due, sentence];
  });
  return note === null ? pieces : [...pieces, note];
}

/** What its source adds to a sentence: a limit that it leaves out, or that its figure is the asker's. */
function noteOf({ condition, isApplied }: Claim): Element | null {
  const said = [
    condition === undefined ? "" : `Its source adds: “${condition.replace(/\s+/g, " ")}”.`,
    isApplied ? "Your figures, applied to its source's rule." : "",
  ].filter(Boolean);
  if (said.length === 0) return null;
  return {
    type: "element",
    tagName: "small",
    properties: {},
    children: [{ type: "text", value: ` ${said.join(" ")}` }],
  };
}

function behindMarks(pieces: ElementContent[], note: Element): ElementContent[] {
  const at = pieces.findIndex((piece) => piece.type !== "element");
  return at < 0 ? [...pieces, note] : pieces.toSpliced(at, 0, note);
}

/** Drops the space before a mark, which attaches to its word. */
function marked(value: string, known: ReadonlySet<number> | null): ElementContent[] {
  const pieces = withMarks(value, known);
  return pieces
    .map((piece, index): ElementContent => {
      if (typeof piece === "number") return markOf(piece, known !== null);
      const text = typeof pieces[index + 1] === "number" && piece.endsWith(" ") ? piece.slice(0, -1) : piece;
      return { type: "text", value: text };
    })
    .filter((piece) => piece.type !== "text" || piece.value !== "");
}

function markOf(marker: number, isKnown: boolean): Element {
  return {
    type: "element",
    tagName: "sup",
    properties: isKnown ? { dataMarker: String(marker) } : {},
    children: [{ type: "text", value: String(marker) }],
  };
}
