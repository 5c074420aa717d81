import { afterAll, beforeAll } from "vitest";
import { createDocumentIndex } from "#engine/document-index.ts";
import { decodeSegment, SegmentError } from "#engine/index/segment.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { testSearchCompliance, type ThemeDocuments } from "#testing/search-compliance.ts";
import { openOpenSearch, type OpenSearch } from "#server/platform/opensearch.ts";
import { writeChanges } from "./bulk.ts";
import { createIndex, refreshIndex } from "./indexes.ts";
import { recordsOf } from "./records.ts";
import { openSearchSource } from "./source.ts";

const program = openSearchProgram();
const index = "footnote-compliance";
const company = 7;

let cluster: TestCluster | null = null;
let search: OpenSearch | null = null;
let themes = 0;
beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program);
  search = openOpenSearch({ origin: cluster.url, signIn: null, ca: null, prefix: "footnote" });
  await createIndex({ search, prefix: "footnote", installation: "test" }, index);
});
afterAll(async () => {
  await search?.close();
  await cluster?.stop();
});

/** Each theme has ids of its own, as versions have. */
async function written(documents: ThemeDocuments) {
  if (search === null) throw new Error("the cluster did not start");
  const opened = search;
  const engine = { search, prefix: "footnote", installation: "test" };
  const theme = ++themes;
  const base = theme * 10_000;
  const counts = createDocumentIndex();
  for (const [document, segment] of documents) {
    counts.add(base + document, segment);
    try {
      const place = { company, theme, version: base + document };
      await writeChanges(opened, index, company, recordsOf(place, decodeSegment(segment)));
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
    }
  }
  await refreshIndex(engine, index);
  const source = openSearchSource(opened, { index, companyId: company, themeId: theme, without: [] }, 10_000);
  return {
    async search(
      question: string,
      { limit, documents: chosen }: { limit: number; documents?: ReadonlySet<number> },
    ) {
      const narrowed = chosen === undefined ? {} : { documents: new Set([...chosen].map((id) => base + id)) };
      const found = await counts.search(question, { limit, ...narrowed }, source);
      return {
        ...found,
        unreadable: found.unreadable.map((id) => id - base),
        hits: found.hits.map((hit) => ({ ...hit, document: hit.document - base })),
      };
    },
  };
}

testSearchCompliance("OpenSearch", program === null ? null : written);
