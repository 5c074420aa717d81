import type * as contract from "#contract/operation/operation.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { rebuildSearch as rebuild } from "#server/knowledge/search-index/keep.ts";
import { unavailable } from "#server/platform/errors.ts";
import { SearchError } from "#server/platform/opensearch.ts";

/** The event comes after: an index that OpenSearch refused was not begun. */
export async function rebuildSearch(caller: Caller): Promise<Result<typeof contract.rebuildSearch>> {
  try {
    const index = await rebuild(caller.services);
    await caller.transact(async (ctx) =>
      ctx.audit({ action: "search.rebuild", target: { type: "platform", id: "search" }, after: { index } }),
    );
    return { index };
  } catch (error) {
    if (error instanceof SearchError) throw unavailable(error.message, error);
    throw error;
  }
}
