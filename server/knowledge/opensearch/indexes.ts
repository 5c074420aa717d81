import { z } from "zod";
import { SearchError } from "#server/platform/opensearch.ts";
import type { SearchEngine } from "./port.ts";
import { formOfRecords, indexBody } from "./records.ts";

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

export async function createIndex({ search, installation }: SearchEngine, name: string): Promise<void> {
  await search.call("PUT", `/${name}`, { body: indexBody(name, installation), patienceMs });
}

/** What was written can be found from now on. */
export async function refreshIndex({ search }: SearchEngine, name: string): Promise<void> {
  await search.call("POST", `/${name}/_refresh`, { patienceMs });
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
