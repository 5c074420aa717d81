import { z } from "zod";
import type { PassageAt, PassageSource, PassageTokens } from "#engine/index/passage-source.ts";
import type { OpenSearch } from "#server/platform/opensearch.ts";
import { idOf, nameOf, pivotFor } from "./records.ts";

/** Part of an index: a theme of a company, without the records of some versions. */
export type IndexPart = {
  index: string;
  companyId: number;
  themeId: number;
  /** Versions whose records are of no use: other ones answer, or they are not complete. */
  without: readonly number[];
};

const Source = z.object({ version: z.int(), passage: z.int(), section: z.string(), text: z.string() });
const Searched = z.object({ hits: z.object({ hits: z.array(z.object({ _source: Source })) }) });
const Gotten = z.object({ docs: z.array(z.object({ _source: Source.optional() })) });

/** OpenSearch's own limits: clauses of a query, and values of one list. */
const MOST_WORDS = 900;
const MOST_VALUES = 60_000;
/** Documents of nearly the same bonus share a clause. */
const LEVELS = 64;

/**
 * Passages of a theme in OpenSearch. Scores are sums of the given gains and bonuses, each times what is stored with the
 * passage: nothing of another theme's text, and no statistics of a shard, moves them.
 * @param patienceMs of each call
 * Rejects with a SearchError.
 */
export function openSearchSource(search: OpenSearch, part: IndexPart, patienceMs: number): PassageSource {
  const { index, companyId, without } = part;
  const routing = `routing=${companyId}`;
  const ask = async (body: object): Promise<PassageTokens[]> => {
    const path = `/${index}/_search?${routing}&allow_partial_search_results=false&request_cache=false`;
    const asked = { track_total_hits: false, ...body };
    const found = Searched.parse(await search.call("POST", path, { body: asked, patienceMs }));
    return found.hits.hits.map(({ _source }) => tokensOf(_source));
  };

  return {
    best({ gains, bonuses, average, documents, most }) {
      const heaviest = [...gains].toSorted(([, one], [, other]) => other - one).slice(0, MOST_WORDS);
      const saturation = { pivot: pivotFor(average) };
      const words = heaviest.flatMap(([word, gain]) =>
        gain > 0 ? [{ rank_feature: { field: `words.${nameOf(word)}`, boost: gain, saturation } }] : [],
      );
      if (words.length === 0) return Promise.resolve([]);
      const must = [{ bool: { should: words, minimum_should_match: 1 } }];
      const query = { bool: { ...within(part, documents), must, should: bonusClauses(bonuses) } };
      return ask({ size: most, query });
    },
    async at(places: readonly PassageAt[]) {
      if (places.length === 0) return [];
      const docs = places.map(({ document, passage }) => ({
        _id: idOf(document, passage),
        routing: String(companyId),
      }));
      const body = { docs };
      // the records that a question relies on can be found, so none of a later change is looked for
      const path = `/${index}/_mget?realtime=false`;
      const found = Gotten.parse(await search.call("POST", path, { body, patienceMs }));
      return found.docs.flatMap(({ _source }) =>
        _source === undefined || without.includes(_source.version) ? [] : [tokensOf(_source)],
      );
    },
    beginningWith(labels, documents, most) {
      const { filter, must_not } = within(part, documents);
      const begins = { terms: { begins: labels.map(nameOf) } };
      return ask({
        size: most,
        sort: [{ version: "asc" }, { passage: "asc" }],
        query: { bool: { filter: [...filter, begins], must_not } },
      });
    },
  };
}

/** The records of a part that are searched. */
export function within(
  { companyId, themeId, without }: Omit<IndexPart, "index">,
  documents: ReadonlySet<number> | null,
) {
  return {
    filter: [
      { term: { company: companyId } },
      { term: { theme: themeId } },
      ...(documents === null ? [] : [oneOf("version", [...documents])]),
    ],
    must_not: without.length === 0 ? [] : [oneOf("version", without)],
  };
}

function bonusClauses(bonuses: ReadonlyMap<number, number>) {
  const highest = Math.max(0, ...bonuses.values());
  const levels = new Map<number, number[]>();
  for (const [version, bonus] of bonuses) {
    const level = Math.round((bonus / highest) * LEVELS);
    if (level > 0) levels.set(level, [...(levels.get(level) ?? []), version]);
  }
  return [...levels].map(([level, versions]) => ({
    constant_score: { filter: oneOf("version", versions), boost: (level / LEVELS) * highest },
  }));
}

function oneOf(field: string, values: readonly number[]) {
  if (values.length <= MOST_VALUES) return { terms: { [field]: values } };
  const lists: number[][] = [];
  for (let from = 0; from < values.length; from += MOST_VALUES)
    lists.push(values.slice(from, from + MOST_VALUES));
  return { bool: { should: lists.map((list) => ({ terms: { [field]: list } })), minimum_should_match: 1 } };
}

const tokensOf = ({ version, passage, section, text }: z.output<typeof Source>): PassageTokens => ({
  document: version,
  passage,
  section: section.split(" "),
  text: text.split(" "),
});
