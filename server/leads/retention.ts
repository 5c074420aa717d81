import type { getLeadRetention, setLeadRetention as contract } from "#contract/leads.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { systemCaller } from "#server/callers.ts";
import type { Context } from "#server/context.ts";
import type { Services } from "#server/services.ts";
import { eraseLead } from "./delete.ts";
import { countDue, monthsKept, nextDue, setMonthsKept } from "./store.ts";

/** Rows per transaction. */
const batchSize = 200;

export async function readLeadRetention(ctx: Context): Promise<Result<typeof getLeadRetention>> {
  const months = await monthsKept(ctx);
  return { months, due: await countDue(ctx, months) };
}

export async function setLeadRetention(
  ctx: Context,
  { months }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const before = { months: await monthsKept(ctx) };
  await setMonthsKept(ctx, months);
  ctx.audit({
    action: "lead.set-retention",
    target: { type: "platform", id: "leads" },
    before,
    after: { months },
  });
  return { months, due: await countDue(ctx, months) };
}

/** Each night: deletes the requests that are older than the rule, with one event for each batch. */
export async function eraseDueLeads(services: Services): Promise<void> {
  const system = systemCaller(services, "retention");
  for (let isLeft = true; isLeft;) {
    services.stopping.throwIfAborted();
    isLeft = await system.transact(async (ctx) => {
      const months = await monthsKept(ctx);
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
