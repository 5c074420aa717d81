import { createDocumentIndex } from "#engine/document-index.ts";
import { buildSegment, decodeSegment } from "#engine/index/segment.ts";
import { writeChanges } from "#server/knowledge/opensearch/bulk.ts";
import { createIndex, deleteIndex, refreshIndex } from "#server/knowledge/opensearch/indexes.ts";
import { recordsOf } from "#server/knowledge/opensearch/records.ts";
import { openSearchSource } from "#server/knowledge/opensearch/source.ts";
import { openOpenSearch } from "#server/platform/opensearch.ts";
import type { Engine } from "./engine.ts";
import { type CorpusEntry, documentsOf, type SetDocument } from "./question-set.ts";

const patienceMs = 30_000;
const company = 1;

/** The product's search over an OpenSearch: one index, removed and made again for each corpus. */
export async function openSearchEngine(url: string) {
  const search = openOpenSearch({ origin: url, signIn: null, ca: null, prefix: "footnote" });
  const engine = { search, prefix: "footnote", installation: "bench" };
  const index = "footnote-bench";

  /** An empty index, which grows with each call of `add`. */
  async function empty() {
    await deleteIndex(engine, index);
    await createIndex(engine, index);
    const counts = createDocumentIndex();
    let version = 0;
    const part = { index, companyId: company, themeId: 1, without: [] };
    return {
      counts,
      source: openSearchSource(search, part, patienceMs),
      async add(documents: Iterable<Pick<SetDocument, "title" | "passages">>) {
        const records = function* () {
          for (const document of documents) {
            const segment = buildSegment(document);
            counts.add(version, segment);
            yield* recordsOf({ company, theme: 1, version }, decodeSegment(segment));
            version++;
          }
        };
        await writeChanges(search, index, company, records());
        await refreshIndex(engine, index);
      },
    };
  }

  return {
    index,
    empty,
    async make(corpus: CorpusEntry[]): Promise<Engine> {
      const documents = documentsOf(corpus);
      const { counts, source, add } = await empty();
      await add(documents);
      return {
        async search(question, limit) {
          const { hits } = await counts.search(question, { limit }, source);
          return hits.map(({ document, passage }) => documents[document]?.ids[passage] ?? "");
        },
      };
    },
    close: () => search.close(),
  };
}
