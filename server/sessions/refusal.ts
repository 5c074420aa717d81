import type { Permission } from "#contract/permissions.ts";
import type { Caller } from "#server/context.ts";

/** A call that the role table refused stands in the record. */
export async function recordRefusal(caller: Caller, permission: Permission, path: string): Promise<void> {
  await caller.transact((ctx) => {
    ctx.audit({
      action: "permission.refuse",
      target: { type: "call", id: path },
      after: { permission },
      result: "refused",
    });
    return Promise.resolve();
  });
}
