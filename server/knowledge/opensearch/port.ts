import { createHash } from "node:crypto";
import { portOf } from "#server/kernel/port.ts";
import { openOpenSearch, type OpenSearch, type SearchServer } from "#server/platform/opensearch.ts";

/** The OpenSearch of this installation. */
export type SearchEngine = {
  search: OpenSearch;
  prefix: string;
  /** What its indexes say whose they are. */
  installation: string;
};

/** null: passages are found in memory. */
export const searchEngine = portOf<SearchEngine | null>("OpenSearch");

/** @param fenceKey of the database, which no other installation has */
export function openSearchEngine(place: SearchServer, fenceKey: string): SearchEngine {
  const installation = createHash("sha256").update(`search ${fenceKey}`).digest("hex").slice(0, 24);
  return { search: openOpenSearch(place), prefix: place.prefix, installation };
}
