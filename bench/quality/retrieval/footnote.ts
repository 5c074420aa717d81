import { buildSegment } from "#engine/index/segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import type { Engine } from "./engine.ts";
import { type CorpusEntry, documentsOf, type SetDocument } from "./question-set.ts";

/** The product's index over documents, each identified by its position. */
export function themeOver(documents: readonly Pick<SetDocument, "title" | "passages">[]) {
  const index = createThemeIndex();
  documents.forEach((document, place) => index.add(place, buildSegment(document)));
  return index;
}

/** The product itself. */
export function footnote(corpus: CorpusEntry[]): Engine {
  const documents = documentsOf(corpus);
  const index = themeOver(documents);
  return {
    search: (question, limit) =>
      index
        .search(question, { limit })
        .hits.map(({ document, passage }) => documents[document]?.ids[passage] ?? ""),
  };
}
