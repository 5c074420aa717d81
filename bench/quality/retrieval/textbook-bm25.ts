import { stemmer } from "stemmer";
import type { CorpusEntry } from "./question-set.ts";
import type { Engine } from "./engine.ts";

const K1 = 1.2;
const B = 0.75;

/** Lower-case words of letters and digits, stemmed: the input of textbook BM25 and MiniSearch. */
export function stemmedWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    /^[a-z]+$/.test(word) ? stemmer(word) : word,
  );
}

/** Textbook BM25 over plain maps: title and text as one, no stop words dropped, no fields. */
export function textbookBm25(corpus: CorpusEntry[]): Engine {
  const postings = new Map<string, Map<number, number>>();
  const lengths = corpus.map(({ title, text }, entry) => {
    const words = stemmedWords(`${title} ${text}`);
    for (const word of words) {
      const list = postings.get(word) ?? new Map<number, number>();
      list.set(entry, (list.get(entry) ?? 0) + 1);
      postings.set(word, list);
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / corpus.length;

  return {
    search(question, limit) {
      const scores = new Map<number, number>();
      for (const word of stemmedWords(question)) {
        const list = postings.get(word);
        if (!list) continue;
        const idf = Math.log(1 + (corpus.length - list.size + 0.5) / (list.size + 0.5));
        for (const [entry, count] of list) {
          const norm = K1 * (1 - B + (B * (lengths[entry] ?? 0)) / average);
          scores.set(entry, (scores.get(entry) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
        }
      }
      const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
      return ranked.map(([entry]) => corpus[entry]?.id ?? "");
    },
  };
}
