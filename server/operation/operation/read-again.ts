import type * as contract from "#contract/operation/operation.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { allAnswering, renewEach } from "#server/knowledge/documents/renewals.ts";

/** The event comes first: the documents are queued in transactions of their own companies. */
export async function readAgain(caller: Caller): Promise<Result<typeof contract.readAgain>> {
  const all = await allAnswering(caller.services);
  await caller.transact(async (ctx) =>
    ctx.audit({
      action: "document.read-all-again",
      target: { type: "job", id: "renew-document" },
      after: { documents: all.length },
    }),
  );
  return { documents: await renewEach(caller.services, all) };
}
