import { witnesses, type Witness } from "./witnesses/witness.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { lastDelivery, newestUndelivered, noteDelivery, undelivered, type HeadRow } from "./head-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { reportRecovery, reportTrouble } from "./trouble.ts";

/** Heads of the next minute must not wait for a slow witness; it takes the rest then. */
const mostMs = 40_000;

/** Delivers every missing head to every witness. An unreachable witness doesn't delay the others. */
export async function deliverHeads(services: VerbServices): Promise<void> {
  await Promise.all(witnesses.of(services).map((witness) => deliverTo(services, witness)));
}

async function deliverTo(services: VerbServices, witness: Witness): Promise<void> {
  const system = systemCaller(services, "deliver-heads");
  if (!(await isDue(services, witness))) return;
  const began = performance.now();
  let delivered = 0;
  try {
    while (performance.now() - began < mostMs) {
      const heads = await system.transact((ctx) => waitingHeads(ctx, witness));
      if (heads.length === 0) break;
      const receipts = await witness.put(
        heads.map(({ stream, size, note, public_key: publicKey }) => ({ stream, size, note, publicKey })),
      );
      await system.transact((ctx) => noteDelivery(ctx, witness.name, heads, receipts));
      delivered += heads.length;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    services.log.warn({ witness: witness.name, reason }, "heads of the record could not be delivered");
    await reportTrouble(services, {
      what: witness.name,
      reason,
      title: `Heads of the record do not reach ${witness.name}`,
      advice: "Nothing is lost: they wait, and are delivered once the place accepts them again.",
    });
    return;
  }
  if (delivered > 0)
    await reportRecovery(services, {
      what: witness.name,
      title: `Heads of the record reach ${witness.name} again`,
      body: `${delivered === 1 ? "One head that waited was" : `${delivered} heads that waited were`} delivered.`,
    });
}

/** A witness that takes one batch a day waits for its hour. */
async function isDue(services: VerbServices, { name, takes }: Witness): Promise<boolean> {
  if (takes === "every head" || takes.newest === "of each log") return true;
  const last = await systemCaller(services, "deliver-heads").transact((ctx) => lastDelivery(ctx, name));
  return last === null || services.clock.now().getTime() - last.getTime() >= takes.everyMs;
}

function waitingHeads(ctx: Context, { name, takes, mostAtOnce }: Witness): Promise<HeadRow[]> {
  if (takes === "every head") return undelivered(ctx, name, mostAtOnce);
  const before = takes.newest === "of each log" ? new Date(ctx.now.getTime() - takes.everyMs) : null;
  return newestUndelivered(ctx, name, { before, limit: mostAtOnce });
}
