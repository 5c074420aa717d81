import type * as contract from "#contract/operation.ts";
import type { Result } from "#contract/endpoint.ts";
import type { Caller } from "#server/context.ts";
import { renewAll } from "#server/documents/renewals.ts";

export async function readAgain(caller: Caller): Promise<Result<typeof contract.readAgain>> {
  const documents = await renewAll(caller.services);
  await caller.transact(async (ctx) =>
    ctx.audit({
      action: "document.read-all-again",
      target: { type: "job", id: "renew-document" },
      after: { documents },
    }),
  );
  return { documents };
}
