import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { countRecordsBy } from "#server/knowledge/opensearch/indexes.ts";
import type { SearchEngine } from "#server/knowledge/opensearch/port.ts";
import type { IndexRow } from "#server/knowledge/opensearch/shared-store.ts";
import { leaveUnits, restingCompanies, writtenUnits } from "./store.ts";

/**
 * Finds records that an index has lost without the index itself: removed by hand, or lost with a shard's newest part. Their
 * versions are searched from their segments at once, and written again.
 * @throws SearchError
 */
export async function mendRecords(
  services: VerbServices,
  engine: SearchEngine,
  index: IndexRow,
): Promise<void> {
  const resting = await systemCaller(services, "keep-search").transact((ctx) =>
    restingCompanies(ctx, index.id),
  );
  const found = await countRecordsBy(engine, index.name, null);
  for (const { companyId, records } of resting) {
    if ((found.get(companyId) ?? 0) >= records) continue;
    const versions = await mendCompany(services, engine, index, companyId);
    services.log.warn(
      { index: index.name, companyId, versions },
      "an index lacks records that it had; they are written again",
    );
  }
}

/** @returns how many versions lack records */
async function mendCompany(
  services: VerbServices,
  engine: SearchEngine,
  index: IndexRow,
  companyId: number,
): Promise<number> {
  const caller = jobCaller(services, "keep-search", companyId);
  const units = await caller.transact((ctx) => writtenUnits(ctx, index.id));
  const found = await countRecordsBy(engine, index.name, companyId);
  const short = units.filter(({ version_id, passages }) => (found.get(version_id) ?? 0) < passages);
  if (short.length > 0)
    await caller.transact(async (ctx) => {
      await leaveUnits(
        ctx,
        index.id,
        short.map(({ version_id }) => version_id),
      );
      await ctx.enqueue("index-search", { companyId });
    });
  return short.length;
}
