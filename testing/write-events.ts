import type { AuditEvent } from "#server/kernel/audit-event.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { TestApp } from "./app.ts";
import { buildCompany } from "./build.ts";

/** Writes events to a company's record, many per transaction. */
export async function writeEvents(
  app: Pick<TestApp, "services">,
  companyId: number,
  count: number,
  eventOf: (n: number) => Partial<AuditEvent> = () => ({}),
): Promise<void> {
  const caller = jobCaller(app.services, "test", companyId);
  for (let from = 0; from < count; from += 500) {
    await caller.transact((ctx) => {
      for (let n = from; n < Math.min(count, from + 500); n++)
        ctx.audit({ action: "test.write", target: { type: "test", id: n }, after: { n }, ...eventOf(n) });
      return Promise.resolve();
    });
  }
}

/** A company with a log of this many events. */
export async function companyWithLog(app: TestApp, events: number): Promise<number> {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, events, (n) => ({
    before: { name: `Thing ${n}`, price: n / 3, tags: ["a", "\u00e9"], none: null },
    after: { name: `Ding ${n}`, price: 1e-7 * n, big: 1e21 },
  }));
  return companyId;
}
