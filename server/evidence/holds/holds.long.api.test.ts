import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#testing/app.ts";
import {
  readRows,
  oldCompany,
  interactionsKept,
  monthMs,
  startWithoutErasure,
} from "#testing/old-company.ts";
import { checkRecord } from "#testing/check-record.ts";
import { withClient } from "#server/platform/database/client.ts";
import { createHold, liftHold, listHolds } from "#contract/evidence/holds.ts";
import { countDue, setRetention } from "#contract/evidence/retention.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";

/** Holds stop erasure at any time. */
let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

test("a hold set during an erasure stops it at the next batch, and the rows it lists stay", async () => {
  const { admin, companyId, theme, put, formerly } = await oldCompany(app);
  app.clock.advance(-36 * monthMs);
  for (let n = 0; n < 4; n++) await put(theme.id, formerly);
  app.clock.advance(36 * monthMs);
  await admin.call(setRetention, { interactions: 24 });
  const before = await interactionsKept(app, companyId);
  // the lock of erasures is first come, first served: one batch, the hold, the next batch
  const [erasing, hold] = await withClient(app.connection, async (client) => {
    await client.query("select pg_advisory_lock(130, $1)", [companyId]);
    const waiting = async (count: number) =>
      expect
        .poll(
          async () =>
            (
              await readRows<{ n: number }>(
                app,
                "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and classid = 130",
              )
            )[0]?.n,
          { timeout: 10_000, interval: 20 },
        )
        .toBe(count);
    const erased = eraseDue(app.services, { companyId }, 1);
    await waiting(1);
    const set = admin.call(createHold, { themeId: theme.id, reason: "Suit" });
    await waiting(2);
    await client.query("select pg_advisory_unlock(130, $1)", [companyId]);
    return Promise.all([erased, set]);
  });
  expect(erasing).toBeUndefined();
  expect(hold.status).toBe(201);
  const after = await interactionsKept(app, companyId);
  // one of the theme was erased before the hold, and the one of the other theme; all others stay
  expect(before).toHaveLength(7);
  expect(after).toHaveLength(5);
  const order = await readRows<{ action: string; seq: number }>(
    app,
    "select action, seq from audit_events where stream = $1 and action in ('retention.erase', 'hold.set') order by seq",
    [companyId],
  );
  expect(order.map(({ action }) => action)).toEqual(["retention.erase", "hold.set", "retention.erase"]);
  // another run erases none either
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(app, companyId)).toEqual(after);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 2 });
});

test("a hold keeps what meets all its conditions, names its author, and is lifted once", async () => {
  const { admin, companyId, theme, formerly, answers, put } = await oldCompany(app);
  expect((await admin.call(createHold, { reason: "All" })).status).toBe(400);
  expect(
    (await admin.call(createHold, { reason: "Days", from: "2026-02-01", to: "2026-01-01" })).status,
  ).toBe(400);
  expect((await admin.call(createHold, { userId: formerly.id, reason: " " })).status).toBe(400);
  await put(theme.id, admin);
  const both = await admin.call(createHold, { userId: formerly.id, themeId: theme.id, reason: "Suit" });
  expect(both.body).toMatchObject({
    person: { id: formerly.id, name: "Test workspace_admin" },
    theme: { id: theme.id, name: "Refunds" },
    document: null,
    lifted: null,
  });
  expect((await admin.call(countDue, { interactions: 24 })).body.interactions).toEqual({ due: 1, held: 2 });
  const day = new Date(Date.now() - 36 * monthMs).toISOString().slice(0, 10);
  const period = await admin.call(createHold, { from: day, to: day, reason: "That day" });
  expect((await admin.call(countDue, { interactions: 24 })).body.interactions).toEqual({ due: 0, held: 3 });
  const lifted = await admin.call(liftHold, { id: period.body.id, reason: "Settled" });
  expect(lifted.body.lifted).toMatchObject({ by: "Test workspace_admin", reason: "Settled" });
  expect((await admin.call(liftHold, { id: period.body.id, reason: "Again" })).status).toBe(409);
  const listed = await admin.call(listHolds, {});
  expect(listed.body.rows.map(({ id }) => id)).toEqual([both.body.id, period.body.id]);
  expect(answers).toHaveLength(3);
  expect(companyId).toBeGreaterThan(0);
});
