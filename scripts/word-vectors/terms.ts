import { readFileSync } from "node:fs";
import { z } from "zod";
import { analyze } from "#engine/text/analyze.ts";

/** A term of `analyze`, with its share of all running words and its three most frequent words. */
export type Term = { term: string; share: number; words: string[]; shares: number[] };

const kept = 40_000;
const wordsPerTerm = 3;

/**
 * The most frequent terms of English, most frequent first.
 * @param path a JSON file whose `words` are sorted by falling frequency: Zipf's law gives the share of each from its rank
 */
export function commonTerms(path: string): Term[] {
  const { words } = z.object({ words: z.array(z.string()) }).parse(JSON.parse(readFileSync(path, "utf8")));
  const all = new Map<string, Term>();
  let total = 0;
  words.forEach((word, rank) => {
    const [term = "", ...more] = /^[a-z]+$/.test(word) ? analyze(word) : [];
    if (term === "" || more.length > 0) return;
    const share = 1 / (rank + 10);
    total += share;
    const entry = all.get(term) ?? { term, share: 0, words: [], shares: [] };
    all.set(term, entry);
    entry.share += share;
    if (entry.words.length === wordsPerTerm) return;
    entry.words.push(word);
    entry.shares.push(share);
  });
  return [...all.values()]
    .sort((a, b) => b.share - a.share)
    .slice(0, kept)
    .map((entry) => ({ ...entry, share: entry.share / total }));
}
