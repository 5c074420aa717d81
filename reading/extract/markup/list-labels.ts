import type { DefaultTreeAdapterTypes } from "parse5";
import { formatNumber } from "../word/number-formats.ts";
import { attributeOf, elementsOf } from "./elements.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** `type` of a numbered list (WHATWG HTML, 4.4.5) and its counterparts in CSS, by the names of ECMA-376. */
const FORMATS = new Map([
  ["a", "lowerLetter"], ["A", "upperLetter"], ["i", "lowerRoman"], ["I", "upperRoman"],
  ["lower-alpha", "lowerLetter"], ["lower-latin", "lowerLetter"], ["upper-alpha", "upperLetter"], ["upper-latin", "upperLetter"],
  ["lower-roman", "lowerRoman"], ["upper-roman", "upperRoman"], ["decimal-leading-zero", "decimalZero"], ["none", "none"],
]); // prettier-ignore

/** Labels of the items of a page's lists: `3.` or `c.` in a numbered list, `•` in another. */
export function listLabels(): (item: Element) => string {
  const known = new WeakMap<Element, Map<Element, string>>();
  return (item) => {
    const list = item.parentNode;
    if (list === null || !("tagName" in list) || list.tagName !== "ol") return "•";
    const labels = known.get(list) ?? labelsIn(list);
    known.set(list, labels);
    return labels.get(item) ?? "•";
  };
}

function labelsIn(list: Element): Map<Element, string> {
  const items = elementsOf(list).filter(({ tagName }) => tagName === "li");
  const isReversed = attributeOf(list, "reversed") !== undefined;
  const styled = /list-style(?:-type)?\s*:\s*([a-z-]+)/i.exec(attributeOf(list, "style") ?? "")?.[1];
  const format = FORMATS.get(styled?.toLowerCase() ?? attributeOf(list, "type") ?? "") ?? "decimal";
  let number = numberIn(list, "start") ?? (isReversed ? items.length : 1);
  const labels = new Map<Element, string>();
  for (const item of items) {
    number = numberIn(item, "value") ?? number;
    const written = number < 1 ? String(number) : (formatNumber(number, format) ?? String(number));
    labels.set(item, written === "" ? "" : `${written}.`);
    number += isReversed ? -1 : 1;
  }
  return labels;
}

function numberIn(element: Element, name: string): number | null {
  const number = Number.parseInt(attributeOf(element, name) ?? "", 10);
  return Number.isFinite(number) ? number : null;
}
