import { afterAll, describe, expect, test } from "vitest";
import { getChatReport } from "#contract/answering/reports.ts";
import { deactivateUser, getCurrentUser } from "#contract/identity/users.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { examine } from "#server/operation/doctor/examine.ts";
import { observedIn } from "#server/operation/metrics/observed.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany } from "#testing/build.ts";
import { startDebianPostgres, type DebianPostgres } from "#testing/debian-postgres.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { withClient } from "./client.ts";
import { replicaLogins } from "./replica.ts";

// A real standby by streaming replication, held back and lost while the program reads its reports from it.

const primary = await startDebianPostgres();
if (primary === null) console.info("Debian's PostgreSQL is not installed here: the replica was not tried.");
afterAll(() => primary?.stop());

const urlOf = ({ port }: DebianPostgres) => `postgres://postgres@127.0.0.1:${port}/postgres`;

describe.runIf(primary !== null)("a replica", () => {
  /** The product on the primary, with a standby of its own; the work is over when both end. */
  async function withReplica(
    work: (app: TestApp, standby: DebianPostgres) => Promise<void>,
    named = urlOf,
  ): Promise<void> {
    if (primary === null) return;
    const standby = await primary.addStandby();
    const env = { DATABASE_URL: urlOf(primary), DATABASE_REPLICA_URL: named(standby) };
    const app = await startTestApp({ owner: primary.connection, env });
    try {
      await work(app, standby);
    } finally {
      await app.close();
      standby.stop();
    }
  }
  const onStandby = (standby: DebianPostgres, statement: string) =>
    withClient(standby.connection, (client) => client.query(statement));
  const metricOf = async (app: TestApp, statistic: string) =>
    (await app.services.metrics.read(observedIn(app.services)))("footnote_replica", { statistic });
  const doctorOf = async (app: TestApp) => {
    const { databaseUrl, databaseReplicaUrl } = app.services.config;
    for await (const { part, state, says } of examine({
      ...readConfig({}, []),
      databaseUrl,
      databaseReplicaUrl,
    }))
      if (part === "replica") return `${state}: ${says}`;
    throw new Error("the doctor looks at the replica");
  };

  const reportOf = async (caller: Awaited<ReturnType<typeof buildCompany>>["admin"]) => {
    const { body } = await caller.call(getChatReport, { period: 7 });
    return { count: body.totalInteractions, asOf: body.asOf === null ? null : Date.parse(body.asOf) };
  };
  const returns = "How many days does a customer have to return a product?";
  const question = (themeId: number, userQuery: string) => ({ themeId, userQuery, sessionId: "replica" });

  test("held back, it makes reports older, which say their time, and no question, document or permission late", async () => {
    await withReplica(async (app, standby) => {
      const { admin, agent } = await buildCompany(app);
      const { theme } = await buildTheme(admin);
      const first = await admin.call(ask, question(theme.id, returns));
      expect(first.body?.outcome, JSON.stringify(first.error)).toBe("answered");
      await expect.poll(() => reportOf(admin)).toMatchObject({ count: 1, asOf: expect.any(Number) });

      await onStandby(standby, "select pg_wal_replay_pause()");
      // a mark of the log's position is at most two seconds old
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const heldAt = Date.now();
      await upload(admin, theme.id, "Gifts.txt", "Gifts\n\nA gift voucher ends after 400 days.");
      await untilRead(admin, theme.id);
      const { body } = await admin.call(
        ask,
        question(theme.id, "After how many days does a gift voucher end?"),
      );
      expect(body.response).toContain("400 days");
      const late = await reportOf(admin);
      expect(late.count).toBe(1);
      expect(late.asOf).toBeLessThanOrEqual(heldAt);
      await admin.call(deactivateUser, { id: agent.id });
      expect((await agent.call(getCurrentUser)).status).toBe(401);
      await expect.poll(() => metricOf(app, "delay_seconds")).toBeGreaterThan(2);
      expect(await doctorOf(app)).toMatch(/^fine: a standby of the database, [2-9]\.\d s late$/);

      await onStandby(standby, "select pg_wal_replay_resume()");
      await expect.poll(async () => (await reportOf(admin)).count).toBe(2);
      expect((await reportOf(admin)).asOf).toBeGreaterThan(heldAt);
    });
  });

  test("shows no company another one's figures, and refuses every write", async () => {
    await withReplica(async (app, standby) => {
      const { admin } = await buildCompany(app);
      const other = await buildCompany(app);
      const { theme } = await buildTheme(admin);
      await admin.call(ask, question(theme.id, returns));
      await expect.poll(async () => (await reportOf(admin)).count).toBe(1);
      const foreign = await reportOf(other.admin);
      expect(foreign).toMatchObject({ count: 0, asOf: expect.any(Number) });
      await withClient(replicaLogins(app.services.access, urlOf(standby)).app, async (client) => {
        expect((await client.query("select id from interactions")).rows).toEqual([]);
        await client.query("select set_config('app.company', $1, false)", [String(other.companyId)]);
        expect((await client.query("select id from interactions")).rows).toEqual([]);
        await expect(client.query("delete from interactions")).rejects.toThrow("read-only transaction");
      });
    });
  });

  test("lost, it leaves reports to the primary, and takes no other call with it", async () => {
    await withReplica(async (app, standby) => {
      const { admin } = await buildCompany(app);
      expect((await reportOf(admin)).asOf).not.toBeNull();
      standby.kill();
      expect(await reportOf(admin)).toEqual({ count: 0, asOf: null });
      expect(await metricOf(app, "answers")).toBe(0);
      expect(await metricOf(app, "delay_seconds")).toBeNull();
      expect(await doctorOf(app)).toMatch(/^wrong: .*ECONNREFUSED/);
    });
  });

  test("promoted, it is no replica any more, and is not read", async () => {
    await withReplica(async (app, standby) => {
      const { admin } = await buildCompany(app);
      standby.promote();
      expect((await reportOf(admin)).asOf).toBeNull();
      expect(await doctorOf(app)).toBe("wrong: DATABASE_REPLICA_URL leads to a server that is no standby.");
    });
  });

  test("an address of the primary itself, or of another server's standby, is not read", async () => {
    if (primary === null) return;
    await withReplica(
      async (app) => expect((await reportOf((await buildCompany(app)).admin)).asOf).toBeNull(),
      () => urlOf(primary),
    );
    const another = await startDebianPostgres();
    const standby = await another?.addStandby();
    if (standby === undefined) throw new Error("another server starts as the first did");
    try {
      await withReplica(
        async (app) => {
          expect((await reportOf((await buildCompany(app)).admin)).asOf).toBeNull();
          expect(await doctorOf(app)).toBe(
            "wrong: DATABASE_REPLICA_URL leads to a standby of another database server.",
          );
        },
        () => urlOf(standby),
      );
    } finally {
      standby.stop();
      another?.stop();
    }
  });
});

test.each([
  [{ DATABASE_REPLICA_URL: "postgres://replica/footnote" }, "DATABASE_URL is not"],
  [{ DATABASE_URL: "postgres://main/footnote", DATABASE_REPLICA_URL: "replica" }, "must be an address"],
])("settings that can't be meant stop the start with a sentence: %j", (settings, sentence) => {
  expect(() => readConfig(settings, [])).toThrow(sentence);
});
