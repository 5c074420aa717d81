import { witnesses } from "./witnesses/witness.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Services } from "#server/kernel/services.ts";
import { lastDelivery, newestUndelivered, noteDelivery, undelivered } from "./head-store.ts";
import type { HeadRow } from "./head-store.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Witness } from "./witnesses/witness.ts";
import { reportRecovery, reportTrouble } from "./trouble.ts";

/** Heads of the next minute must not wait for a slow place; it takes the rest then. */
const mostMs = 40_000;

/** Delivers every missing head to every place. An unreachable place doesn't delay the others. */
export async function deliverHeads(services: Services): Promise<void> {
  await Promise.all(witnesses.of(services).map((place) => deliverTo(services, place)));
}

async function deliverTo(services: Services, place: Witness): Promise<void> {
  const system = systemCaller(services, "deliver-heads");
  if (!(await isDue(services, place))) return;
  const began = performance.now();
  let delivered = 0;
  try {
    while (performance.now() - began < mostMs) {
      const heads = await system.transact((ctx) => waitingHeads(ctx, place));
      if (heads.length === 0) break;
      const receipts = await place.put(
        heads.map(({ stream, size, note, public_key: publicKey }) => ({ stream, size, note, publicKey })),
      );
      await system.transact((ctx) => noteDelivery(ctx, place.name, heads, receipts));
      delivered += heads.length;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    services.log.warn({ place: place.name, reason }, "heads of the record could not be delivered");
    await reportTrouble(services, {
      what: place.name,
      reason,
      title: `Heads of the record do not reach ${place.name}`,
      advice: "Nothing is lost: they wait, and are delivered once the place accepts them again.",
    });
    return;
  }
  if (delivered > 0)
    await reportRecovery(services, {
      what: place.name,
      title: `Heads of the record reach ${place.name} again`,
      body: `${delivered === 1 ? "One head that waited was" : `${delivered} heads that waited were`} delivered.`,
    });
}

/** A place that takes one batch a day waits for its hour. */
async function isDue(services: Services, { name, takes }: Witness): Promise<boolean> {
  if (takes === "every head" || takes.newest === "of each log") return true;
  const last = await systemCaller(services, "deliver-heads").transact((ctx) => lastDelivery(ctx, name));
  return last === null || services.clock.now().getTime() - last.getTime() >= takes.everyMs;
}

function waitingHeads(ctx: Context, { name, takes, mostAtOnce }: Witness): Promise<HeadRow[]> {
  if (takes === "every head") return undelivered(ctx, name, mostAtOnce);
  const before = takes.newest === "of each log" ? new Date(ctx.now.getTime() - takes.everyMs) : null;
  return newestUndelivered(ctx, name, { before, limit: mostAtOnce });
}
