import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex, type Found } from "#engine/theme-index.ts";
import type { Engine } from "./engine.ts";
import { type CorpusEntry, documentsOf, type SetDocument } from "./question-set.ts";

/** The product's index over documents, each known by its place. */
export function themeOver(documents: readonly Pick<SetDocument, "title" | "passages">[]) {
  const index = createThemeIndex();
  documents.forEach((document, place) => index.add(place, buildSegment(document)));
  return index;
}

/** What the product finds, with the corpus ids of the passages. */
type Asked = Found & { ids: string[] };

/** The product's search over a corpus: one segment per document, all in one theme. */
export function askable(corpus: CorpusEntry[]): (question: string, limit: number) => Asked {
  const documents = documentsOf(corpus);
  const index = themeOver(documents);
  return (question, limit) => {
    const found = index.search(question, { limit });
    return {
      ...found,
      ids: found.hits.map(({ document, passage }) => documents[document]?.ids[passage] ?? ""),
    };
  };
}

/** The product itself. */
export function footnote(corpus: CorpusEntry[]): Engine {
  const ask = askable(corpus);
  return { search: (question, limit) => ask(question, limit).ids };
}
