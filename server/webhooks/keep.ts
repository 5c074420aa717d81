import { systemCaller } from "#server/callers.ts";
import type { Services } from "#server/services.ts";
import { removeOlder, wakeDue } from "./delivery-store.ts";

const dayMs = 86_400_000;
/** Long enough to look into a failure of last month, short enough that names of documents do not pile up. */
const keptDays = 30;
/** Of one transaction; the next minute goes on. */
const mostAtOnce = 1000;

/** Every minute: gives a job to each delivery that is due, and removes old ones. */
export async function keepWebhooks(services: Services): Promise<void> {
  const system = systemCaller(services, "keep-webhooks");
  await system.transact((ctx) => wakeDue(ctx, mostAtOnce));
  await system.transact((ctx) =>
    removeOlder(ctx, new Date(ctx.now.getTime() - keptDays * dayMs), mostAtOnce),
  );
}
