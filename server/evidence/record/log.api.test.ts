import { afterAll, beforeAll, expect, test } from "vitest";
import { jobCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { writeEvents } from "#testing/write-events.ts";
import { entryOf, type Entry } from "#server/platform/log/entry.ts";
import { GrowingTree, leafHash } from "#server/platform/log/merkle.ts";
import { hashesOf, rootOf, sizeOf } from "#server/kernel/log-store.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

type Row = Omit<Entry, "at" | "clock"> & { at: Date; clock: Date | null; leaf: Buffer };

async function eventsOf(companyId: number): Promise<Row[]> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Row>("select * from audit_events where stream = $1 order by seq", [companyId]),
  );
  return rows;
}

function treeOver(rows: Row[]): GrowingTree {
  const tree = new GrowingTree();
  for (const row of rows)
    tree.append(
      leafHash(entryOf({ ...row, at: row.at.toISOString(), clock: row.clock?.toISOString() ?? null })),
    );
  return tree;
}

const inCompany = (companyId: number) => jobCaller(app.services, "test", companyId);

test("the root from stored hashes equals the root over the stored events, at every size", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 700, (n) => ({
    before: { text: "e\u0301 and é", number: n / 7, nested: [{ b: null, a: "\u{1f600}" }] },
    after: { n, absent: undefined } as never,
  }));
  const rows = await eventsOf(companyId);
  expect(rows).toHaveLength(700);
  for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 700])
    expect(await inCompany(companyId).transact((ctx) => rootOf(ctx, companyId, size))).toEqual(
      treeOver(rows.slice(0, size)).root(),
    );
  const [part] = await inCompany(companyId).transact((ctx) =>
    hashesOf(ctx, companyId, [{ from: 256, to: 512 }]),
  );
  expect(part).toEqual(treeOver(rows.slice(256, 512)).root());
});

test("two servers writing at once leave one log without gaps", async () => {
  const { companyId } = await buildCompany(app);
  const both = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      inCompany(companyId).transact((ctx) => {
        for (let n = 0; n < 10; n++)
          ctx.audit({
            action: "test.write",
            target: { type: "test", id: n },
            company: n % 2 ? companyId : null,
          });
        return Promise.resolve();
      }),
    ),
  );
  // a company's job may not write to the platform's log: the fence refuses the whole transaction
  expect(both.every(({ status }) => status === "rejected")).toBe(true);
  expect(await eventsOf(companyId)).toEqual([]);
  await Promise.all(Array.from({ length: 60 }, () => writeEvents(app, companyId, 10)));
  const rows = await eventsOf(companyId);
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
  expect(await inCompany(companyId).transact((ctx) => rootOf(ctx, companyId, 600))).toEqual(
    treeOver(rows).root(),
  );
});

test("times never go back; after a clock was set back, the event states the clock's time", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 1);
  const now = app.services.clock.now();
  app.clock.advance(-3_600_000);
  await writeEvents(app, companyId, 1);
  app.clock.advance(3_600_000);
  const [first, second] = await eventsOf(companyId);
  expect(second?.at.getTime()).toBe(first?.at.getTime());
  expect(first?.clock).toBeNull();
  expect(now.getTime() - (second?.clock?.getTime() ?? 0)).toBeGreaterThan(3_590_000);
});

test("text that can't be stored unchanged records nothing, and nothing happens without a record", async () => {
  const { companyId } = await buildCompany(app);
  const tried = inCompany(companyId).transact(async (ctx) => {
    await ctx.db
      .updateTable("companies")
      .set({ description: "changed" })
      .where("id", "=", companyId)
      .execute();
    ctx.audit({ action: "test.write", target: { type: "test", id: 1 }, after: { text: "\ud800" } });
  });
  await expect(tried).rejects.toThrow("surrogate");
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select description from companies where id = $1", [companyId]),
  );
  expect(rows).toEqual([{ description: "" }]);
  expect(await inCompany(companyId).transact((ctx) => sizeOf(ctx, companyId))).toBe(0);
});
