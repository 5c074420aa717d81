import { isOn, parseSidePart } from "../office/xml.ts";
import { customFormat, formatNumber } from "./number-formats.ts";
import type { Zip } from "../office/zip.ts";

/**
 * `text` contains `%1` to `%9` for the numbers of the levels; `format` is a name of ECMA-376 17.18.59. A legal level prints
 * every number in digits. `restart`: the level, from 1, from which on a higher one restarts the count; 0 for none.
 */
export type Level = { start: number; format: string; text: string; isLegal?: boolean; restart?: number };
/** Levels of a list; all of its uses share the counters. */
export type List = {
  levels: Map<number, Level>;
  counters: Map<number, number>;
  /** The levels of paragraph styles. */
  styles?: Map<string, number>;
};
/** One use of a list: levels it redefines, and its restart values. */
export type ListUse = { list: string; levels: Map<number, Level>; starts: Map<number, number> };

/** A paragraph's place in a list; `style` names the style that puts it there. */
export type ListPlace = { id: string; level: number; style?: string };

/**
 * Returns the label that Word prints before a list paragraph (`2.1.`, `(b)`, `•`) and advances the counter; empty if its
 * format isn't known.
 */
export type Labels = (place: ListPlace) => string;

/** Reads `numbering.xml`; a missing part gives empty labels. */
export async function readLabels(zip: Zip, part: string | null): Promise<Labels> {
  const abstracts = new Map<string, List>();
  const numbers = new Map<string, ListUse>();
  const links = new Map<string, string>();
  const linked = new Map<string, string>();
  let list: List | null = null;
  let name = "";
  let number: ListUse | null = null;
  let level: Level | null = null;
  let override = 0;
  let depth = 0;
  let isFallback = false;
  await parseSidePart(zip, part, {
    open: ({ name: tag, attribute }) => {
      const value = attribute("val");
      if (tag === "mc:Fallback") isFallback = true;
      if (isFallback) return;
      if (tag === "w:abstractNum") {
        name = attribute("abstractNumId") ?? "";
        abstracts.set(name, (list = { levels: new Map(), counters: new Map(), styles: new Map() }));
      } else if (tag === "w:styleLink") linked.set(value ?? "", name);
      else if (tag === "w:numStyleLink") links.set(name, value ?? "");
      else if (tag === "w:num")
        numbers.set(attribute("numId") ?? "", (number = { list: "", levels: new Map(), starts: new Map() }));
      else if (tag === "w:abstractNumId" && number !== null) number.list = value ?? "";
      else if (tag === "w:lvlOverride") override = Number(attribute("ilvl") ?? 0);
      else if (tag === "w:startOverride" && number !== null) number.starts.set(override, Number(value ?? 1));
      else if (tag === "w:lvl")
        (number ?? list)?.levels.set(
          (depth = Number(attribute("ilvl") ?? 0)),
          (level = { start: 1, format: "decimal", text: "" }),
        );
      else if (tag === "w:start" && level !== null) level.start = Number(value ?? 1);
      else if (tag === "w:numFmt" && level !== null)
        level.format = value === "custom" ? customFormat(attribute("format")) : (value ?? "decimal");
      else if (tag === "w:isLgl" && level !== null) level.isLegal = isOn(value);
      else if (tag === "w:lvlRestart" && level !== null) level.restart = Number(value ?? 0);
      else if (tag === "w:pStyle" && level !== null) list?.styles?.set(value ?? "", depth);
      else if (tag === "w:lvlText" && level !== null) level.text = value ?? "";
    },
    close: (tag) => {
      if (tag === "mc:Fallback") isFallback = false;
      if (tag === "w:abstractNum") list = null;
      if (tag === "w:num") number = null;
      if (tag === "w:lvl") level = null;
    },
  });
  // A list with a style of its own has no levels: they are in the list that the style refers to.
  for (const [from, style] of links) {
    const target = abstracts.get(linked.get(style) ?? "");
    if (target !== undefined) abstracts.set(from, target);
  }
  return countLabels(abstracts, numbers);
}

export function countLabels(lists: Map<string, List>, uses: Map<string, ListUse>): Labels {
  const begun = new Set<string>();
  return ({ id, level, style }) => {
    const own = uses.get(id);
    const shared = own === undefined ? undefined : lists.get(own.list);
    if (own === undefined || shared === undefined) return "";
    const depth = (style === undefined ? undefined : shared.styles?.get(style)) ?? level;
    const levelAt = (at: number) => own.levels.get(at) ?? shared.levels.get(at);
    const wanted = levelAt(depth);
    if (wanted === undefined) return "";
    const { counters } = shared;
    if (!begun.has(id)) {
      begun.add(id);
      for (const [at, start] of own.starts) counters.set(at, start - 1);
    }
    counters.set(depth, (counters.get(depth) ?? wanted.start - 1) + 1);
    for (const deeper of counters.keys())
      if (deeper > depth && depth < (levelAt(deeper)?.restart ?? deeper)) counters.delete(deeper);
    return wanted.format === "bullet" ? "•" : printed(wanted, levelAt, counters);
  };
}

function printed(
  { text, isLegal }: Level,
  levelAt: (at: number) => Level | undefined,
  counters: Map<number, number>,
): string {
  let isKnown = true;
  const label = text.replace(/%(\d)/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const of = levelAt(at);
    if (of === undefined) return "";
    const value = counters.get(at) ?? of.start;
    const number = formatNumber(value, isLegal === true && of.format !== "none" ? "decimal" : of.format);
    isKnown &&= number !== null;
    return number ?? "";
  });
  // the wrong clause is worse than none
  return isKnown ? label : "";
}
