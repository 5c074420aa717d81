import { formatNumber } from "./number-formats.ts";

/** The paragraph of a field: the depth of its heading style, and whether a list numbers it. */
export type FieldPlace = { paragraph: object; heading: number | null; isListed: boolean };

/**
 * The number that Word prints for a field which has none stored (ECMA-376 17.16.5.5 to 17.16.5.7 and 17.16.5.33), and
 * advances its count; null where it isn't known, and from there on: the wrong clause is worse than none.
 */
export type FieldNumbers = (code: string, place: FieldPlace) => string | null;

/** Whether the code of a field asks for such a number. */
export const isNumberField = (code: string) => /^\s{0,9}(?:AUTONUM|LISTNUM)/i.test(code);

const DEPTHS = 9;
/** What `\*` asks for; Word writes the words of numbers small. */
const FORMATS = new Map([
  ["Arabic", "decimal"], ["alphabetic", "lowerLetter"], ["ALPHABETIC", "upperLetter"], ["roman", "lowerRoman"], ["ROMAN", "upperRoman"],
  ["Ordinal", "ordinal"], ["OrdText", "ordinalText"], ["CardText", "cardinalText"], ["Hex", "hex"],
]); // prettier-ignore
const LOOKS = new Set(["MERGEFORMAT", "CHARFORMAT"]);

/** The levels of Word's own lists; `n` stands for the number in the format. A list without levels numbers as the law does. */
type Level = { format: string; text: string };
const levelsOf = (texts: string): Level[] =>
  texts.split(" ").map((text) => {
    const sign = /[1aAiI]/.exec(text)?.[0] ?? "1";
    return { format: SAMPLES.get(sign) ?? "decimal", text: text.replace(sign, "n") };
  });
const SAMPLES = new Map([
  ["1", "decimal"], ["a", "lowerLetter"], ["A", "upperLetter"], ["i", "lowerRoman"], ["I", "upperRoman"],
]); // prettier-ignore
const OUTLINE = levelsOf("I. A. 1. a) (1) (a) (i) (a) (i)");
const LISTS = new Map<string, Level[] | null>([
  ["numberdefault", levelsOf("1) a) i) (1) (a) (i) 1. a. i.")],
  ["outlinedefault", OUTLINE],
  ["legaldefault", null],
]);

/** The fields of one document, in its order. */
export function fieldNumbers(): FieldNumbers {
  const auto = autoNumbers();
  const lists = new Map([...LISTS].map(([name, levels]) => [name, listNumbers(levels)]));
  const spoiled = new Set<string>();
  return (code, place) => {
    const [name = "", ...words] = [...code.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? "",
    );
    const isList = name.toUpperCase() === "LISTNUM";
    const list = words[0]?.startsWith("\\") === false ? words[0].toLowerCase() : null;
    const family = isList ? (list ?? "numberdefault") : "auto";
    // without a name, a field in a numbered paragraph counts in the paragraph's list
    const isUnknown = spoiled.has(family) || (isList && list === null && place.isListed);
    const number = isUnknown
      ? null
      : isList
        ? (lists.get(family)?.(words, place) ?? null)
        : auto(name.toUpperCase(), words, place);
    if (number === null) spoiled.add(family);
    return number;
  };
}

/** The value of a switch: `\l 2`, or directly after it, `\s:`; null if it isn't there. */
function valueOf(words: readonly string[], name: string): string | null {
  const at = words.findIndex((word) => word.toLowerCase().startsWith(name));
  const word = words[at];
  return word === undefined
    ? null
    : word.length > name.length
      ? word.slice(name.length)
      : (words[at + 1] ?? "");
}

/** Paragraphs in heading styles count by their depth, others after each of those that have a field. */
function autoNumbers() {
  const counts: number[] = Array.from({ length: DEPTHS }, () => 0);
  let above: number[] = [];
  let body = 0;
  let before: object | null = null;
  let kind: string | null = null;
  return (name: string, words: readonly string[], { paragraph, heading }: FieldPlace): string | null => {
    kind ??= name;
    if (name !== kind || paragraph === before) return null;
    before = paragraph;
    if (heading === null) body++;
    else {
      counts[heading - 1] = (counts[heading - 1] ?? 0) + 1;
      counts.fill(0, heading);
      above = counts.slice(0, heading);
      body = 0;
    }
    const separator = valueOf(words, "\\s") ?? ".";
    const format = formatOf(words);
    if (name === "AUTONUM") {
      const number = formatted(heading === null ? body : (above.at(-1) ?? 0), format);
      return number === null ? null : number + separator;
    }
    if (name === "AUTONUMOUT")
      return heading === null ? null : ofLevel(OUTLINE[heading - 1], above.at(-1) ?? 0);
    if (name !== "AUTONUMLGL") return null;
    const all = heading === null ? [...above, body] : above;
    const isPlain = separator === "." && format === "decimal";
    if (all.includes(0) || (all.length > 1 && !isPlain)) return null;
    const number = all.length === 1 ? formatted(all[0] ?? 0, format) : all.join(".");
    const isOpen = words.some((word) => word.toLowerCase() === "\\e");
    return number === null ? null : number + (isOpen ? "" : separator);
  };
}

/** A second field of one paragraph goes a level deeper. */
function listNumbers(levels: readonly Level[] | null) {
  const counts: number[] = Array.from({ length: DEPTHS }, () => 0);
  let before: { paragraph: object; depth: number } | null = null;
  let isPlain = true;
  return (words: readonly string[], { paragraph }: FieldPlace): string | null => {
    const [level, start] = ["\\l", "\\s"].map((name) => valueOf(words, name));
    const next = before?.paragraph === paragraph ? before.depth + 1 : 1;
    const depth = level == null ? next : Number(level);
    // which level goes on after others were named isn't known
    if (level == null && !isPlain) return null;
    isPlain &&= level == null || depth === next;
    if (!(depth >= 1 && depth <= DEPTHS) || (start != null && !/^\d{1,4}$/.test(start))) return null;
    before = { paragraph, depth };
    counts[depth - 1] = start == null ? (counts[depth - 1] ?? 0) + 1 : Number(start);
    counts.fill(0, depth);
    if (levels !== null) return ofLevel(levels[depth - 1], counts[depth - 1] ?? 0);
    const all = counts.slice(0, depth);
    return all.slice(0, -1).includes(0) ? null : `${all.join(".")}.`;
  };
}

/** The format that a field asks for; null if it isn't known. */
function formatOf(words: readonly string[]): string | null {
  const asked = words
    .flatMap((word, at) => (words[at - 1] === "\\*" ? [word] : []))
    .filter((word) => !LOOKS.has(word.toUpperCase()));
  const [one] = asked;
  return one === undefined ? "decimal" : (FORMATS.get(one) ?? null);
}

function formatted(value: number, format: string | null): string | null {
  const number = format === null ? null : formatNumber(value, format);
  return format === "ordinalText" || format === "cardinalText" ? (number?.toLowerCase() ?? null) : number;
}

function ofLevel(level: Level | undefined, value: number): string | null {
  const number = level === undefined ? null : formatNumber(value, level.format);
  return number === null ? null : (level?.text.replace("n", number) ?? null);
}
