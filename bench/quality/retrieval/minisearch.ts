import MiniSearch from "minisearch";
import type { Engine } from "./engine.ts";
import type { CorpusEntry } from "./question-set.ts";
import { stemmedWords } from "./textbook-bm25.ts";

/**
 * MiniSearch 7 with its own defaults but the same stemmed words as the textbook BM25, with title and text as fields.
 */
export function miniSearch(corpus: CorpusEntry[]): Engine {
  const index = new MiniSearch<CorpusEntry>({
    fields: ["title", "text"],
    tokenize: stemmedWords,
    processTerm: (term) => term,
  });
  index.addAll(corpus);
  return {
    search: (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => String(id)),
  };
}
