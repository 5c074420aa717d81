import type { DefaultTreeAdapterTypes } from "parse5";
import { attributeOf } from "./elements.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** How a page draws the text of an element, where that changes its meaning. */
export type Look = { isStruck: boolean; isRaised: boolean };
type Looks = (element: Element) => Look;

const PLAIN: Look = { isStruck: false, isRaised: false };

function lookOf(declarations: string): Look {
  const values = declarations
    .toLowerCase()
    .split(";")
    .map((one) => one.split(":").map((part) => part.trim()));
  const has = (name: string, value: string) =>
    values.some(([own = "", given = ""]) => own === name && given.split(/\s+/).includes(value));
  return {
    isStruck: has("text-decoration", "line-through") || has("text-decoration-line", "line-through"),
    isRaised: has("vertical-align", "super"),
  };
}

const either = (one: Look, other: Look): Look => ({
  isStruck: one.isStruck || other.isStruck,
  isRaised: one.isRaised || other.isRaised,
});

/**
 * The looks that elements have by their name, their own style, or their class in the style sheets of the page. Rules for elements
 * inside others, and for some screens only, aren't applied.
 */
export function looksIn(sheets: string[]): Looks {
  const ofClass = new Map<string, Look>();
  for (const { selector, declarations } of sheets.flatMap(rulesIn)) {
    const look = lookOf(declarations);
    if (!look.isStruck && !look.isRaised) continue;
    for (const one of selector.split(","))
      if (/^[a-z\d]*\.[\w-]+$/i.test(one.trim())) {
        const name = one.trim().toLowerCase();
        ofClass.set(name, either(ofClass.get(name) ?? PLAIN, look));
      }
  }
  const byClass = (element: Element) =>
    ofClass.size === 0
      ? PLAIN
      : (attributeOf(element, "class") ?? "")
          .toLowerCase()
          .split(/\s+/)
          .flatMap((name) => [ofClass.get(`.${name}`), ofClass.get(`${element.tagName}.${name}`)])
          .reduce<Look>((look, other) => either(look, other ?? PLAIN), PLAIN);
  return (element) => {
    const { tagName } = element;
    const named = {
      isStruck: tagName === "del" || tagName === "s" || tagName === "strike",
      isRaised: tagName === "sup",
    };
    return either(either(named, lookOf(attributeOf(element, "style") ?? "")), byClass(element));
  };
}

/** The rules of a style sheet outside any condition. */
function rulesIn(sheet: string): { selector: string; declarations: string }[] {
  const rules: { selector: string; declarations: string }[] = [];
  let depth = 0;
  let selector = "";
  for (const part of sheet.split(/(?<=[{}])/)) {
    const end = part.at(-1);
    const text = part.slice(0, -1);
    if (end === "{") {
      if (depth === 0) selector = text.slice(text.lastIndexOf(";") + 1);
      depth++;
    } else if (end === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && !selector.includes("@")) rules.push({ selector, declarations: text });
    }
  }
  return rules;
}
