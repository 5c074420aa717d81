import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { removeOlder, wakeDue } from "./delivery-store.ts";

const dayMs = 86_400_000;
/** Long enough to investigate last month's failure, short enough that document names do not pile up. */
const keptDays = 30;
/** Per transaction; the next minute continues. */
const mostAtOnce = 1000;

/** Every minute: queues due deliveries, and removes old ones. */
export async function keepWebhooks(services: VerbServices): Promise<void> {
  const system = systemCaller(services, "keep-webhooks");
  await system.transact((ctx) => wakeDue(ctx, mostAtOnce));
  await system.transact((ctx) =>
    removeOlder(ctx, new Date(ctx.now.getTime() - keptDays * dayMs), mostAtOnce),
  );
}
