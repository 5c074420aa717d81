/** Elements that a mail or a ticket keeps; all others give only their content. */
const kept = new Set([
  "BLOCKQUOTE",
  "BR",
  "CODE",
  "EM",
  "LI",
  "OL",
  "P",
  "PRE",
  "STRONG",
  "TABLE",
  "TBODY",
  "TD",
  "TH",
  "THEAD",
  "TR",
  "UL",
]);

/** On screen they are headings or folds; elsewhere a line in bold does. */
const bold = new Set(["H1", "H2", "H3", "H4", "H5", "H6", "SUMMARY"]);

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text, with the signs of markup spelled out. */
export function htmlOf(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}

/** A typeset answer as HTML for another program: no classes, no controls, its marks as '[1]'. */
export function typesetHtml(root: Element): string {
  return [...root.childNodes].map(nodeHtml).join("");
}

function nodeHtml(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return htmlOf(node.textContent ?? "");
  if (node.nodeType !== node.ELEMENT_NODE) return "";
  const element = node as Element;
  const mark = element.getAttribute("data-mark");
  if (mark !== null) return `<sup>[${htmlOf(mark)}]</sup>`;
  const content = typesetHtml(element);
  if (element.tagName === "BR") return "<br>";
  if (bold.has(element.tagName)) return `<p><strong>${content.replaceAll(/<\/?strong>/g, "")}</strong></p>`;
  const name = element.tagName.toLowerCase();
  return kept.has(element.tagName) ? `<${name}>${content}</${name}>` : content;
}
