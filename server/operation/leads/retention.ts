import type { getLeadRetention, setLeadRetention as contract } from "#contract/operation/leads.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { eraseLead } from "./delete.ts";
import { countDue, nextDue, retentionOfLeads, setRetentionOfLeads } from "./store.ts";

/** Rows per transaction. */
const batchSize = 200;

export async function readLeadRetention(ctx: Context): Promise<Result<typeof getLeadRetention>> {
  const kept = await retentionOfLeads(ctx);
  return { ...kept, due: await countDue(ctx, kept.months) };
}

export async function setLeadRetention(
  ctx: Context,
  { months, version }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const before = await loadToChange(
    ctx,
    { version },
    { table: "lead_retention", id: 1, recordedAs: "lead-retention" },
    { load: () => retentionOfLeads(ctx), present: (row) => row },
  );
  const after = { months: months === undefined ? before.months : months };
  await setRetentionOfLeads(ctx, after.months);
  ctx.audit({
    action: "lead.set-retention",
    target: { type: "lead-retention", id: 1 },
    before: { months: before.months },
    after,
  });
  return readLeadRetention(ctx);
}

/** Each night: deletes the requests that are older than the rule, with one event for each batch. */
export async function eraseDueLeads(services: VerbServices): Promise<void> {
  const system = systemCaller(services, "retention");
  for (let isLeft = true; isLeft;) {
    services.stopping.throwIfAborted();
    isLeft = await system.transact(async (ctx) => {
      const { months } = await retentionOfLeads(ctx);
      const due = months === null ? [] : await nextDue(ctx, months, batchSize);
      for (const lead of due) await eraseLead(ctx, lead);
      if (due.length > 0)
        ctx.audit({
          action: "lead.erase",
          target: { type: "platform", id: "leads" },
          after: { months, leads: due.map(({ id }) => id) },
        });
      return due.length === batchSize;
    });
  }
}
