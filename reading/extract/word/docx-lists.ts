import { parseSidePart } from "./docx-xml.ts";
import type { Zip } from "./zip.ts";

/** `text` contains `%1` to `%9` for the numbers of the levels; `format` is a name of ECMA-376 17.18.59. */
export type Level = { start: number; format: string; text: string };
/** Levels of a list; all of its uses share the counters. */
export type List = { levels: Map<number, Level>; counters: Map<number, number> };
/** One use of a list: levels it redefines, and its restart values. */
export type ListUse = { list: string; levels: Map<number, Level>; starts: Map<number, number> };

/** Returns the label that Word prints before a list paragraph (`2.1.`, `(b)`, `•`) and advances the counter. */
export type Labels = (list: string, level: number) => string;

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
  await parseSidePart(zip, part, {
    open: ({ name: tag, attribute }) => {
      const value = attribute("val");
      if (tag === "w:abstractNum") {
        name = attribute("abstractNumId") ?? "";
        abstracts.set(name, (list = { levels: new Map(), counters: new Map() }));
      } else if (tag === "w:styleLink") linked.set(value ?? "", name);
      else if (tag === "w:numStyleLink") links.set(name, value ?? "");
      else if (tag === "w:num")
        numbers.set(attribute("numId") ?? "", (number = { list: "", levels: new Map(), starts: new Map() }));
      else if (tag === "w:abstractNumId" && number !== null) number.list = value ?? "";
      else if (tag === "w:lvlOverride") override = Number(attribute("ilvl") ?? 0);
      else if (tag === "w:startOverride" && number !== null) number.starts.set(override, Number(value ?? 1));
      else if (tag === "w:lvl")
        (number ?? list)?.levels.set(
          Number(attribute("ilvl") ?? 0),
          (level = { start: 1, format: "decimal", text: "" }),
        );
      else if (tag === "w:start" && level !== null) level.start = Number(value ?? 1);
      else if (tag === "w:numFmt" && level !== null) level.format = value ?? "decimal";
      else if (tag === "w:lvlText" && level !== null) level.text = value ?? "";
    },
    close: (tag) => {
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
  return (id, depth) => {
    const own = uses.get(id);
    const shared = own === undefined ? undefined : lists.get(own.list);
    const levelAt = (at: number) => own?.levels.get(at) ?? shared?.levels.get(at);
    const wanted = levelAt(depth);
    if (own === undefined || shared === undefined || wanted === undefined) return "";
    if (!begun.has(id)) {
      begun.add(id);
      for (const [at, start] of own.starts) shared.counters.set(at, start - 1);
    }
    shared.counters.set(depth, (shared.counters.get(depth) ?? wanted.start - 1) + 1);
    for (const deeper of shared.counters.keys()) if (deeper > depth) shared.counters.delete(deeper);
    if (wanted.format === "bullet") return "•";
    return wanted.text.replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const of = levelAt(at);
      return of === undefined ? "" : format(shared.counters.get(at) ?? of.start, of.format);
    });
  };
}

function format(value: number, kind: string): string {
  if (kind === "lowerLetter") return letters(value);
  if (kind === "upperLetter") return letters(value).toUpperCase();
  if (kind === "lowerRoman") return roman(value);
  if (kind === "upperRoman") return roman(value).toUpperCase();
  if (kind === "decimalZero") return String(value).padStart(2, "0");
  return kind === "none" ? "" : String(value);
}

/** a to z, then aa, bb: Word repeats the letter. */
function letters(value: number): string {
  const index = Math.max(value - 1, 0);
  return String.fromCharCode(97 + (index % 26)).repeat(Math.min(Math.floor(index / 26) + 1, 10));
}

const ROMAN: [number, string][] = [
  [1000, "m"], [900, "cm"], [500, "d"], [400, "cd"], [100, "c"], [90, "xc"], [50, "l"], [40, "xl"], [10, "x"], [9, "ix"], [5, "v"], [4, "iv"], [1, "i"],
]; // prettier-ignore

function roman(value: number): string {
  let left = Math.min(Math.max(value, 0), 3999);
  let out = "";
  for (const [size, digits] of ROMAN) {
    while (left >= size) {
      out += digits;
      left -= size;
    }
  }
  return out;
}
