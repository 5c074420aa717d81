import { parentPort } from "node:worker_threads";
import { callsOver } from "#server/platform/thread-calls.ts";
import { createIndexCache } from "#server/retrieval/index-cache.ts";
import type { Found } from "#server/retrieval/theme-index.ts";
import type { IndexReader, SearchInput } from "./theme-indexes.ts";

/** What the searching thread offers. */
export type IndexSearcher = { search(input: SearchInput): Promise<Found> };

const maximumBytes = 768 * 1024 * 1024;
/** A segment of a long document is a few hundred kilobytes, and each is decoded and copied on the thread that serves calls. */
const segmentsAtOnce = 20;

if (parentPort === null) throw new Error("This file runs as a thread of the program.");
const companies = new Map<number, number>();
const { call } = callsOver<IndexReader, IndexSearcher>(parentPort, { search });

const cache = createIndexCache<number>({
  maxBytes: maximumBytes,
  load: (themeId) => {
    const companyId = companies.get(themeId) ?? 0;
    return {
      contents: () => call("contents", { companyId, themeId }),
      async *segments(ids) {
        for (let from = 0; from < ids.length; from += segmentsAtOnce)
          yield* await call("segments", { companyId, ids: ids.slice(from, from + segmentsAtOnce) });
      },
    };
  },
});

async function search({ theme, question, limit, documents }: SearchInput): Promise<Found> {
  companies.set(theme.id, theme.company_id);
  // what was loaded inside one company is never handed out in another, whoever mixes the two up
  const index = await cache.get(theme.id, `${theme.company_id}/${theme.content_version}`);
  return index.search(question, { limit, ...(documents === null ? {} : { documents }) });
}
