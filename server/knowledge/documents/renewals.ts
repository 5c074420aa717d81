import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import {
  countDerived,
  insertRenewal,
  listAnswering,
  listOutdated,
  reasonsOf,
  type Outdated,
} from "./renewal-store.ts";

export { countDerived };

/** The rest follows at the next look, ten minutes later. */
const mostAtOnce = 1_000;

async function queue(ctx: Context, version: Outdated): Promise<boolean> {
  const isNew = await insertRenewal(ctx, version);
  if (isNew) await ctx.enqueue("renew-document", { companyId: version.company_id, versionId: version.id });
  return isNew;
}

/** Versions that a question met in an unreadable state: the first to meet one queues it. */
export async function renewUnreadable(ctx: Context, versions: number[]): Promise<void> {
  for (const version of await reasonsOf(ctx, versions)) await queue(ctx, version);
}

/** A document's answering version, because a person asks for it. @returns false if it waits already, or none answers */
export async function renewDocument(ctx: Context, documentId: number): Promise<boolean> {
  const [version] = await listAnswering(ctx, documentId);
  return version !== undefined && (await queue(ctx, version));
}

/** Every answering version of the installation. */
export function allAnswering(services: VerbServices): Promise<Outdated[]> {
  return systemCaller(services, "read-again").transact((ctx) => listAnswering(ctx, null));
}

/** What an earlier version of the program made, or what was lost. @param isWhole looks for damage as well, by reading everything */
export async function renewOutdated(
  services: VerbServices,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const system = systemCaller(services, "renew-outdated");
  const outdated = await system.transact((ctx) => listOutdated(ctx, isWhole, mostAtOnce));
  if (outdated.length > 0)
    services.log.info(
      { versions: outdated.length },
      "documents are read again: their derived data is not current",
    );
  await renewEach(services, outdated);
  services.metrics.derived(await system.transact((ctx) => countDerived(ctx, false)));
}

/** @returns how many did not wait already */
export async function renewEach(services: VerbServices, versions: Outdated[]): Promise<number> {
  let queued = 0;
  for (const version of versions)
    if (await jobCaller(services, "renew", version.company_id).transact((ctx) => queue(ctx, version)))
      queued += 1;
  return queued;
}
