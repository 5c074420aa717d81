import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { listStale } from "./store.ts";

/** Documents uploaded before this whose reading was lost are queued again; reading one twice is harmless. */
export async function queueLost(services: VerbServices, before: Date): Promise<void> {
  const stale = await systemCaller(services, "recovery").transact((ctx) => listStale(ctx, before));
  for (const version of stale)
    await jobCaller(services, "recovery", version.company_id).transact((ctx) =>
      ctx.enqueue("read-document", { companyId: version.company_id, versionId: version.id }),
    );
}
