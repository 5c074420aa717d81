import type { Element, ElementContent, Root, Text } from "hast";
import type { Claim } from "#contract/answers.ts";

const marks = /\[(\d{1,3})\]/g;

/**
 * A rehype plugin over an answer's Markdown: footnote marks '[1]' become `<sup data-marker>`, sentences become
 * `<span data-claim>` with their verdict. Claims are found by their offsets in the Markdown's own text.
 * @param known what the marks may point to; null while the answer is being written, when none points anywhere yet
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
  return sorted.slice(1).flatMap((end, index): ElementContent[] => {
    const start = sorted[index] ?? 0;
    const pieces = withMarks(text.value.slice(start, end), known);
    const claim = inside.find((item) => item.start - (from ?? 0) <= start && item.end - (from ?? 0) >= end);
    if (claim === undefined) return pieces;
    const properties = {
      dataClaim: String(claims.indexOf(claim)),
      dataVerdict: claim.verdict,
      dataMarkers: claim.markers.join(" "),
    };
    return [{ type: "element", tagName: "span", properties, children: pieces }];
  });
}

function withMarks(value: string, known: ReadonlySet<number> | null): ElementContent[] {
  const pieces: ElementContent[] = [];
  let end = 0;
  for (const match of value.matchAll(marks)) {
    const marker = Number(match[1]);
    if (known !== null && !known.has(marker)) continue;
    const before = value.slice(end, match.index);
    pieces.push({ type: "text", value: before.endsWith(" ") ? before.slice(0, -1) : before });
    pieces.push({
      type: "element",
      tagName: "sup",
      properties: known === null ? {} : { dataMarker: String(marker) },
      children: [{ type: "text", value: String(marker) }],
    });
    end = match.index + match[0].length;
  }
  pieces.push({ type: "text", value: value.slice(end) });
  return pieces.filter((piece) => piece.type !== "text" || piece.value !== "");
}
