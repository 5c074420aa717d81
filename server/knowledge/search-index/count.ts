import type { Context } from "#server/kernel/context.ts";
import { SearchError } from "#server/platform/opensearch.ts";
import { countRecords, examineSearch, healthOf, ownIndexes } from "#server/knowledge/opensearch/indexes.ts";
import type { SearchEngine } from "#server/knowledge/opensearch/port.ts";
import { countIndexed, type SearchCounts } from "./store.ts";
import { listIndexes, type IndexRow } from "#server/knowledge/opensearch/shared-store.ts";

/** What PostgreSQL knows of the indexes: of the one that answers, and of the one that is being filled. */
export type SearchState = Record<
  "answering" | "filling",
  (SearchCounts & Pick<IndexRow, "name" | "findsVectors">) | null
>;

/** Counts all versions that answer: a second for some hundred thousand. */
export async function countSearch(ctx: Pick<Context, "db">, prefix: string): Promise<SearchState> {
  const state: SearchState = { answering: null, filling: null };
  for (const index of await listIndexes(ctx.db, prefix))
    state[index.state] = {
      name: index.name,
      findsVectors: index.findsVectors,
      ...(await countIndexed(ctx, index.id)),
    };
  return state;
}

/**
 * The state of the search as a sentence.
 * @throws SearchError with a sentence if OpenSearch can't be used
 */
export async function describeSearch(
  engine: SearchEngine,
  { answering, filling }: SearchState,
): Promise<{ sentence: string; isBehind: boolean }> {
  const version = await examineSearch(engine);
  const existing = await ownIndexes(engine);
  const { host } = engine.search;
  const name = `OpenSearch ${version} at ${host}`;
  const progress =
    filling === null
      ? ""
      : ` The index ${filling.name} is being filled: ${filling.indexed} of ${filling.documents} documents.`;
  if (answering === null)
    return {
      sentence: `${name}; no index answers yet, and themes are searched in memory.${progress}`,
      isBehind: true,
    };
  if (!existing.has(answering.name))
    throw new SearchError(
      "gone",
      `The index ${answering.name} does not exist in ${name}: a worker makes it again.${progress}`,
    );
  const health = await healthOf(engine, answering.name);
  if (health === "red")
    throw new SearchError("away", `${name}: a part of the index ${answering.name} is on no machine (red).`);
  const lacking = answering.records - (await countRecords(engine, answering.name));
  if (lacking > 0)
    throw new SearchError(
      "away",
      `${name}: the index ${answering.name} lacks ${lacking} of ${answering.records} records that it had. A worker writes them again within ten minutes; if this returns, rebuild the index (npm run rebuild-search).`,
    );
  const behind = answering.documents - answering.indexed;
  return {
    sentence: `${name}, ${answering.indexed} documents in ${answering.name}${answering.findsVectors ? " with their vectors (k-NN)" : ""}${behind === 0 ? "" : `, ${behind} waiting`}.${progress}`,
    isBehind: behind > 0 || filling !== null,
  };
}
