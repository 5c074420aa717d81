import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import {
  countDay,
  isSettled,
  listChanged,
  listUnsettled,
  listUnsettledMonths,
  lockReports,
  markSettled,
  markSettledMonth,
  removeCounts,
  removeMarks,
  sumMonth,
} from "./settle-store.ts";

/**
 * Counts past days that are new or changed, each in its own transaction, oldest first, and sums months that are over. Safe to run twice at once: one
 * works, the other waits and finds nothing left. The last hour is excluded, because a transaction from before midnight
 * may still be open.
 */
export async function settleDays(services: VerbServices): Promise<void> {
  const system = systemCaller(services, "settle-days");
  const waiting = await system.transact(listUnsettled);
  for (const day of waiting) {
    await system.transact(async (ctx) => {
      await lockReports(ctx);
      if (await isSettled(ctx, day)) return;
      await removeMarks(ctx, null, day);
      await countDay(ctx, null, day);
      await markSettled(ctx, day);
      await sumMonth(ctx, null, day);
    });
  }
  const changed = await system.transact(listChanged);
  for (const { companyId, day } of changed) {
    await system.transact(async (ctx) => {
      await lockReports(ctx);
      if ((await removeMarks(ctx, companyId, day)) === 0) return;
      await removeCounts(ctx, companyId, day);
      await countDay(ctx, companyId, day);
      await sumMonth(ctx, companyId, day);
    });
  }
  for (const month of await system.transact(listUnsettledMonths)) {
    await system.transact(async (ctx) => {
      await lockReports(ctx);
      await markSettledMonth(ctx, month);
      await sumMonth(ctx, null, month);
    });
  }
}
