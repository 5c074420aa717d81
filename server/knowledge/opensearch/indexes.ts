import { z } from "zod";
import { SearchError } from "#server/platform/opensearch.ts";
import type { SearchEngine } from "./port.ts";
import { formOfRecords, indexBody, vectorMapping } from "./records.ts";

const patienceMs = 30_000;
const oldest = 2;

const About = z.object({
  version: z.object({ number: z.string(), distribution: z.string().optional() }),
});
const Mappings = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ installation: z.string() }).partial().optional() }) }),
);
const Health = z.object({ status: z.string() });

/**
 * Whether this is an OpenSearch that the product can use, and whether its indexes under our names are ours.
 * @returns its version
 * @throws SearchError with a sentence
 */
export async function examineSearch({ search }: Pick<SearchEngine, "search">): Promise<string> {
  const about = About.safeParse(await search.call("GET", "/", { patienceMs: 10_000 }));
  if (!about.success) throw new SearchError("other", `${search.host} does not answer as an OpenSearch does.`);
  const { number, distribution } = about.data.version;
  if (distribution !== "opensearch")
    throw new SearchError(
      "other",
      `${search.host} is an Elasticsearch ${number}, or something like it: SEARCH_URL needs an OpenSearch.`,
    );
  if (Number.parseInt(number, 10) < oldest)
    throw new SearchError("other", `OpenSearch ${number} at ${search.host} is too old: use 2.19 or newer.`);
  return number;
}

/** The names of this installation's indexes that exist. @throws SearchError if an index of the name is another's */
export async function ownIndexes({ search, prefix, installation }: SearchEngine): Promise<Set<string>> {
  const path = `/${prefix}-*/_mapping?expand_wildcards=all`;
  const all = Mappings.parse(await search.call("GET", path, { patienceMs }));
  const foreign = Object.entries(all).find(
    ([
      ,
      {
        mappings: { _meta: own },
      },
    ]) => own?.installation !== installation,
  );
  if (foreign !== undefined)
    throw new SearchError(
      "other",
      `${search.host} holds the index ${foreign[0]} of another installation: give this one a prefix of its own at the end of SEARCH_URL, such as ${prefix}2.`,
    );
  return new Set(Object.keys(all));
}

/** @returns whether it can find vectors: the cluster has the k-NN plug-in */
export async function createIndex({ search, installation }: SearchEngine, name: string): Promise<boolean> {
  const create = (findsVectors: boolean) =>
    search.call("PUT", `/${name}`, { body: indexBody(name, installation, { findsVectors }), patienceMs });
  try {
    await create(true);
    return true;
  } catch (error) {
    // the plug-in is missing, or too old for such vectors
    if (!(error instanceof SearchError && error.fault === "other")) throw error;
    await create(false);
    return false;
  }
}

/** From now on records may have vectors of this field. */
export async function addVectorField(
  { search }: SearchEngine,
  name: string,
  field: string,
  dimensions: number,
): Promise<void> {
  const properties = { [field]: vectorMapping(dimensions) };
  await search.call("PUT", `/${name}/_mapping`, { body: { properties }, patienceMs });
}

/** What was written can be found from now on. */
export async function refreshIndex({ search }: SearchEngine, name: string): Promise<void> {
  await search.call("POST", `/${name}/_refresh`, { patienceMs });
}

const Counted = z.object({ count: z.int() });
const Buckets = z.object({
  aggregations: z.object({
    all: z.object({
      after_key: z.object({ key: z.int() }).optional(),
      buckets: z.array(z.object({ key: z.object({ key: z.int() }), doc_count: z.int() })),
    }),
  }),
});

/** All records that can be found. */
export async function countRecords({ search }: SearchEngine, name: string): Promise<number> {
  return Counted.parse(await search.call("GET", `/${name}/_count`, { patienceMs: 10_000 })).count;
}

/** The records of each company, or of each version of one company. */
export async function countRecordsBy(
  { search }: SearchEngine,
  name: string,
  companyId: number | null,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const field = companyId === null ? "company" : "version";
  const routing = companyId === null ? "" : `&routing=${companyId}`;
  const query = companyId === null ? { match_all: {} } : { term: { company: companyId } };
  let after: { key: number } | undefined;
  do {
    const composite = { size: 10_000, sources: [{ key: { terms: { field } } }], after };
    const body = { size: 0, track_total_hits: false, query, aggs: { all: { composite } } };
    const path = `/${name}/_search?allow_partial_search_results=false&request_cache=false${routing}`;
    const { all } = Buckets.parse(await search.call("POST", path, { body, patienceMs })).aggregations;
    for (const { key, doc_count } of all.buckets) counts.set(key.key, doc_count);
    after = all.after_key;
  } while (after !== undefined);
  return counts;
}

/** Red: a part of the index is on no machine. */
export async function healthOf({ search }: SearchEngine, name: string): Promise<string> {
  const path = `/_cluster/health/${name}?level=cluster&timeout=2s`;
  return Health.parse(await search.call("GET", path, { patienceMs: 10_000 })).status;
}

/** The alias of this form leads to the index that answers, for people and tools that look at the cluster. */
export async function nameAnswering({ search, prefix }: SearchEngine, name: string): Promise<void> {
  const alias = `${prefix}-${formOfRecords}`;
  const actions = [
    { remove: { index: `${prefix}-*`, alias, must_exist: false } },
    { add: { index: name, alias } },
  ];
  await search.call("POST", "/_aliases", { body: { actions }, patienceMs });
}

export async function deleteIndex({ search }: SearchEngine, name: string): Promise<void> {
  try {
    await search.call("DELETE", `/${name}`, { patienceMs });
  } catch (error) {
    if (!(error instanceof SearchError && error.fault === "gone")) throw error;
  }
}
