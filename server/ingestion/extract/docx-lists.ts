import { parseSidePart } from "./docx-xml.ts";
import type { Zip } from "./zip.ts";

type Level = { start: number; format: string; text: string };
type List = { levels: Map<number, Level>; counters: Map<number, number> };

/** Gives the label Word prints before a list paragraph (`2.1.`, `(b)`, `•`) and counts on. */
export type Labels = (list: string, level: number) => string;

/** Reads `numbering.xml`; a missing part gives empty labels. */
export async function readLabels(zip: Zip, part: string | null): Promise<Labels> {
  const abstracts = new Map<string, List>();
  const numbers = new Map<string, { list: string; starts: Map<number, number> }>();
  let list: List | null = null;
  let number: { list: string; starts: Map<number, number> } | null = null;
  let level: Level | null = null;
  let override = 0;
  await parseSidePart(zip, part, {
    open: ({ name, attribute }) => {
      const value = attribute("val");
      if (name === "w:abstractNum")
        abstracts.set(attribute("abstractNumId") ?? "", (list = { levels: new Map(), counters: new Map() }));
      else if (name === "w:num")
        numbers.set(attribute("numId") ?? "", (number = { list: "", starts: new Map() }));
      else if (name === "w:abstractNumId" && number !== null) number.list = value ?? "";
      else if (name === "w:lvlOverride") override = Number(attribute("ilvl") ?? 0);
      else if (name === "w:startOverride" && number !== null) number.starts.set(override, Number(value ?? 1));
      else if (name === "w:lvl" && number === null)
        list?.levels.set(Number(attribute("ilvl") ?? 0), (level = { start: 1, format: "decimal", text: "" }));
      else if (name === "w:start" && level !== null) level.start = Number(value ?? 1);
      else if (name === "w:numFmt" && level !== null) level.format = value ?? "decimal";
      else if (name === "w:lvlText" && level !== null) level.text = value ?? "";
    },
    close: (name) => {
      if (name === "w:abstractNum") list = null;
      if (name === "w:num") number = null;
      if (name === "w:lvl") level = null;
    },
  });
  const begun = new Set<string>();
  return (id, depth) => {
    const own = numbers.get(id);
    const shared = own === undefined ? undefined : abstracts.get(own.list);
    const wanted = shared?.levels.get(depth);
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
      const of = shared.levels.get(at);
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
