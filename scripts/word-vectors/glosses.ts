import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "#engine/text/analyze.ts";
import { shuffle } from "./shuffle.ts";
import type { Term } from "./terms.ts";

const kept = 80_000;
/** Glosses of rarer words than these teach little about policies. */
const frequent = 25_000;

/**
 * Short texts about words: WordNet's definitions ("physician, doctor: a licensed medical practitioner") and example
 * sentences, in random order.
 * @param folder WordNet 3.1's `data.*` files
 */
export function readGlosses(folder: string, terms: readonly Term[]): string[] {
  const common = new Set(terms.slice(0, frequent).map(({ term }) => term));
  const isCommon = (word: string) => {
    const parts = analyze(word);
    return parts.length > 0 && parts.every((part) => common.has(part));
  };
  const texts = ["noun", "verb", "adj", "adv"]
    .flatMap((kind) => readFileSync(join(folder, `data.${kind}`), "utf8").split("\n"))
    .filter((line) => /^\d{8} /.test(line))
    .flatMap((line) => {
      const [synset = "", gloss = ""] = line.split(" | ");
      const words = wordsOf(synset);
      if (!words.some(isCommon)) return [];
      const definition = gloss.split('; "', 1)[0]?.trim();
      const examples = [...gloss.matchAll(/"([^"]{20,})"/g)].map(([, example = ""]) => example);
      return [`${words.slice(0, 4).join(", ")}: ${definition}`, ...examples];
    });
  return shuffle(texts, 1).slice(0, kept);
}

/** Fields of a synset: offset, file, kind, number of words in hexadecimal, then each word with its sense number. */
function wordsOf(synset: string): string[] {
  const fields = synset.split(" ");
  const count = Number.parseInt(fields[3] ?? "0", 16);
  return Array.from({ length: count }, (_, index) =>
    (fields[4 + 2 * index] ?? "").replace(/\(.*\)/, "").replaceAll("_", " "),
  );
}
