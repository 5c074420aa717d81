import { buildSegment } from "#server/retrieval/segment.ts";
import { createThemeIndex } from "#server/retrieval/theme-index.ts";
import type { Engine } from "./engine.ts";
import { type CorpusEntry, documentsOf } from "./question-set.ts";

/** The product itself: one segment per document, all in one theme. */
export function footnote(corpus: CorpusEntry[]): Engine {
  const documents = documentsOf(corpus);
  const index = createThemeIndex();
  documents.forEach((document, place) => index.add(place, buildSegment(document)));
  return {
    search: (question, limit) =>
      index
        .search(question, { limit })
        .hits.map(({ document, passage }) => documents[document]?.ids[passage] ?? ""),
  };
}
