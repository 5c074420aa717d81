import { systemCaller } from "#server/callers.ts";
import type { Services } from "#server/services.ts";
import { lastDelivery, noteDelivery, undelivered } from "./head-store.ts";
import type { HeadRow } from "./head-store.ts";
import type { Place } from "./places/place.ts";
import { overcome, suffer } from "./trouble.ts";

/** Number of heads sent together; a place that was unreachable catches up batch by batch. */
const batchSize = 200;

/** Delivers every missing head to every place. An unreachable place doesn't delay the others. */
export async function deliverHeads(services: Services): Promise<void> {
  await Promise.all(services.places.map((place) => deliverTo(services, place)));
}

async function deliverTo(services: Services, place: Place): Promise<void> {
  const system = systemCaller(services, "deliver-heads");
  if (!(await isDue(services, place))) return;
  let delivered = 0;
  try {
    for (;;) {
      const heads = await system.transact((ctx) => undelivered(ctx, place.name, batchSize));
      if (heads.length === 0) break;
      const taken = place.everyMs === null ? heads : newestOf(heads);
      await place.put(
        taken.map(({ stream, size, note, public_key: publicKey }) => ({ stream, size, note, publicKey })),
      );
      await system.transact((ctx) => noteDelivery(ctx, place.name, taken));
      delivered += taken.length;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    services.log.warn({ place: place.name, reason }, "heads of the record could not be delivered");
    await suffer(services, {
      what: place.name,
      reason,
      title: `Heads of the record do not reach ${place.name}`,
      advice: "Nothing is lost: they wait, and are delivered when the place takes them again.",
    });
    return;
  }
  if (delivered > 0)
    await overcome(services, {
      what: place.name,
      title: `Heads of the record reach ${place.name} again`,
      body: `${delivered === 1 ? "One head that waited was" : `${delivered} heads that waited were`} delivered.`,
    });
}

/** A place that takes one batch a day waits for its hour. */
async function isDue(services: Services, { name, everyMs }: Place): Promise<boolean> {
  if (everyMs === null) return true;
  const last = await systemCaller(services, "deliver-heads").transact((ctx) => lastDelivery(ctx, name));
  return last === null || services.clock.now().getTime() - last.getTime() >= everyMs;
}

function newestOf(heads: HeadRow[]): HeadRow[] {
  return [...new Map(heads.map((head) => [head.stream, head])).values()];
}
