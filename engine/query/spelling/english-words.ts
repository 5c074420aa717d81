import { readFileSync } from "node:fs";

// Hunspell's dictionary (hunspell(5)): roots with flags, and for each flag the allowed suffixes and prefixes.
type Affix = { flag: string; strip: string; add: string; fits: RegExp };

// the dictionary's own module reads both files asynchronously, and a thread terminated during that read crashes the
// program
const dictionary = import.meta.resolve("dictionary-en");
const read = (name: string) => readFileSync(new URL(name, dictionary), "utf8");
const rules = read("index.aff");
const flagsOf = new Map<string, string>();
for (const line of read("index.dic").split("\n").slice(1)) {
  const [root = "", flags = ""] = line.toLowerCase().split("/");
  // names and words sometimes share a root; flags are case-sensitive
  flagsOf.set(root, (flagsOf.get(root) ?? "") + line.slice(root.length + 1, root.length + 1 + flags.length));
}
const prefixes = affixes("PFX", (condition) => new RegExp(`^${condition}`));
const suffixes = affixes("SFX", (condition) => new RegExp(`${condition}$`));

/** Letter groups that people confuse ('ei' for 'ie', 'ance' for 'ence'), as the dictionary lists them. */
export const MIXED_UP: readonly (readonly [string, string])[] = [
  ...rules.matchAll(/^REP ([a-z]+) ([a-z]+)$/gm),
].map(([, wrong = "", right = ""]) => [wrong, right]);

/** Whether the dictionary has a lower-case word in exactly this form, British spelling included. */
export function isEnglish(word: string): boolean {
  if (flagsOf.has(word) || hasSuffix(word, "")) return true;
  return prefixes.some(({ flag, add }) => {
    if (!word.startsWith(add)) return false;
    const rest = word.slice(add.length);
    return flagsOf.get(rest)?.includes(flag) === true || hasSuffix(rest, flag);
  });
}

function hasSuffix(word: string, prefixFlag: string): boolean {
  return suffixes.some(({ flag, strip, add, fits }) => {
    if (!word.endsWith(add)) return false;
    const root = word.slice(0, -add.length) + strip;
    const flags = flagsOf.get(root);
    return flags?.includes(flag) === true && flags.includes(prefixFlag) && fits.test(root);
  });
}

function affixes(kind: "PFX" | "SFX", conditionOf: (condition: string) => RegExp): Affix[] {
  return [...rules.matchAll(new RegExp(`^${kind} (\\S) +(\\S+) +(\\S+) +(\\S+)$`, "gm"))].map(
    ([, flag = "", strip = "", add = "", condition = ""]) => ({
      flag,
      strip: strip === "0" ? "" : strip,
      add,
      fits: conditionOf(condition),
    }),
  );
}
