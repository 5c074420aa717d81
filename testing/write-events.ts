import type { AuditEvent } from "#server/record/event.ts";
import { jobCaller } from "#server/callers.ts";
import type { TestApp } from "./app.ts";

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
