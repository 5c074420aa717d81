import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { SearchError } from "#server/platform/opensearch.ts";
import { countSearch } from "./count.ts";
import {
  createIndex,
  deleteIndex,
  examineSearch,
  nameAnswering,
  ownIndexes,
} from "#server/knowledge/opensearch/indexes.ts";
import { searchEngine, type SearchEngine } from "#server/knowledge/opensearch/port.ts";
import { mendRecords } from "./mend.ts";
import {
  addIndex,
  companiesBehind,
  countIndexed,
  letAnswer,
  letFindVectors,
  namesOfAllForms,
  removeEarlier,
  removeIndex,
} from "./store.ts";
import { listIndexes, type IndexRow } from "#server/knowledge/opensearch/shared-store.ts";

/** Every change of a theme queues its company; what was missed is found by reading all versions. */
const minutesBetweenLooks = 10;

/**
 * Keeps the indexes as they should be: makes the first one, makes a lost one again, lets a filled one answer, and queues the
 * companies with documents to write. While none answers, questions are answered from memory where it can hold the theme.
 */
export async function keepSearch(services: VerbServices): Promise<void> {
  const engine = searchEngine.of(services);
  if (engine === null) return;
  try {
    await examineSearch(engine);
    await keepIndexes(services, engine, await ownIndexes(engine));
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    services.log.warn({ reason: error.message }, "the search index can't be kept");
  }
}

async function keepIndexes(
  services: VerbServices,
  engine: SearchEngine,
  existing: Set<string>,
): Promise<void> {
  const system = systemCaller(services, "keep-search");
  const rows = await system.transact((ctx) => listIndexes(ctx.db, engine.prefix));
  const indexes: IndexRow[] = [];
  for (const row of rows) {
    if (existing.has(row.name)) indexes.push(row);
    else {
      services.log.warn({ index: row.name }, "an index was deleted in OpenSearch; it is made again");
      await system.transact((ctx) => removeIndex(ctx, row.id));
    }
  }
  if (indexes.length === 0) indexes.push(await begin(services, engine, existing));
  for (const name of await system.transact((ctx) => removeEarlier(ctx, engine.prefix)))
    await deleteIndex(engine, name);
  await removeUnknown(services, engine, existing);
  const isDue = services.clock.now().getMinutes() % minutesBetweenLooks === 0;
  for (const index of indexes) {
    if (index.state === "answering" && !isDue) continue;
    if (index.state === "answering") await mendRecords(services, engine, index);
    const behind = await system.transact((ctx) => companiesBehind(ctx, index.id));
    for (const companyId of behind)
      await jobCaller(services, "keep-search", companyId).transact((ctx) =>
        ctx.enqueue("index-search", { companyId }),
      );
    if (index.state === "answering") continue;
    const { documents, indexed } = await system.transact((ctx) => countIndexed(ctx, index.id));
    services.log.info({ index: index.name, documents, indexed }, "a search index is being filled");
    if (behind.length === 0) await finish(services, engine, index);
  }
  if (!isDue) return;
  const { answering, filling } = await system.transact((ctx) => countSearch(ctx, engine.prefix));
  const { documents = 0, indexed = 0 } = answering ?? { documents: filling?.documents };
  services.metrics.searched({ indexed, waiting: documents - indexed, filling: filling?.indexed ?? 0 });
}

/** Indexes of ours that PostgreSQL does not know: of an address that was used before, or of an interrupted removal. */
async function removeUnknown(
  services: VerbServices,
  engine: SearchEngine,
  existing: Set<string>,
): Promise<void> {
  const known = await systemCaller(services, "keep-search").transact((ctx) =>
    namesOfAllForms(ctx, engine.prefix),
  );
  for (const name of [...existing].filter((one) => !known.has(one))) {
    services.log.warn({ index: name }, "an index that is no longer used is removed from OpenSearch");
    await deleteIndex(engine, name);
  }
}

/**
 * Begins a further index, which answers once it is filled; until then the present one does.
 * @returns its name; of the one that is being filled already, if there is one; null without OpenSearch
 * @throws SearchError
 */
export async function rebuildSearch(services: VerbServices): Promise<string | null> {
  const engine = searchEngine.of(services);
  if (engine === null) return null;
  const system = systemCaller(services, "rebuild-search");
  await examineSearch(engine);
  const existing = await ownIndexes(engine);
  const rows = await system.transact((ctx) => listIndexes(ctx.db, engine.prefix));
  const filling = rows.find(({ state }) => state === "filling") ?? (await begin(services, engine, existing));
  await system.transact((ctx) => ctx.enqueue("keep-search", {}));
  return filling.name;
}

async function begin(services: VerbServices, engine: SearchEngine, existing: Set<string>): Promise<IndexRow> {
  const system = systemCaller(services, "keep-search");
  const row = await system.transact((ctx) => addIndex(ctx, engine.prefix));
  // left behind by a start that was killed, or by a restored database
  if (existing.has(row.name)) await deleteIndex(engine, row.name);
  const findsVectors = await createIndex(engine, row.name);
  if (findsVectors) await system.transact((ctx) => letFindVectors(ctx, row.id));
  return { ...row, findsVectors };
}

async function finish(services: VerbServices, engine: SearchEngine, index: IndexRow): Promise<void> {
  await nameAnswering(engine, index.name);
  const replaced = await systemCaller(services, "keep-search").transact((ctx) =>
    letAnswer(ctx, engine.prefix, index.id),
  );
  services.log.info({ index: index.name }, "a search index is filled and answers");
  for (const name of replaced) await deleteIndex(engine, name);
}
