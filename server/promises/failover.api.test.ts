import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCompany } from "#contract/identity/companies.ts";
import { acceptTerms, login } from "#contract/identity/sessions.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { checkRecord, getRecordState } from "#contract/evidence/record.ts";
import { withClient } from "#server/platform/database/client.ts";
import { ask } from "#testing/ask.ts";
import { startBucketServer } from "#testing/bucket-server.ts";
import { call, formOf } from "#testing/call.ts";
import { startDebianPostgres, type DebianPostgres } from "#testing/debian-postgres.ts";
import { refundPolicy } from "#testing/documents.ts";
import { isInstalled, startProxy, type Proxy } from "#testing/proxies.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { startTcpSwitch, type TcpSwitch } from "#testing/tcp-switch.ts";

// What the program stands on is replaced while people ask and upload: the database's primary, the file store, the proxy.

const first = isInstalled("nginx") ? await startDebianPostgres() : null;
if (first === null)
  console.info("Debian's PostgreSQL or nginx is not installed here: no failover was tried.");

const admin = { email: "root@example.com", password: "seven green bottles" };
const returns = "How many days does a customer have to return a product?";

describe.runIf(first !== null)("under questions and uploads", () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-failover-"));
  let standby: DebianPostgres;
  let database: TcpSwitch;
  let store: TcpSwitch;
  let bucket: Awaited<ReturnType<typeof startBucketServer>>;
  let processes: ServerProcess[] = [];
  let proxy: Proxy;
  let token = "";
  let theme = 0;
  let company = 0;
  const acknowledged = { answers: new Set<number>(), documents: new Set<string>() };

  beforeAll(async () => {
    if (first === null) return;
    standby = await first.addStandby();
    // acknowledged is what both have
    await withClient(first.connection, async (client) => {
      await client.query("alter system set synchronous_standby_names = '*'");
      await client.query("select pg_reload_conf()");
    });
    database = await startTcpSwitch(first.port);
    bucket = await startBucketServer();
    store = await startTcpSwitch(Number(new URL(bucket.url).port));
    const [files, dataDir] = ["files", "data"].map((name) => join(folder, name)) as [string, string];
    for (const path of [files, dataDir]) mkdirSync(path);
    const connection = { connectionString: `postgres://postgres@127.0.0.1:${database.port}/postgres` };
    const place = { connection, login: "postgres", files, dataDir };
    const endpoint = encodeURIComponent(`http://127.0.0.1:${store.port}`);
    const env = {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      FILES_URL: `s3://files/main?endpoint=${endpoint}&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    };
    const start = (role: "web" | "worker") => startServerProcess(place, role, env);
    processes = await Promise.all([start("web"), start("web"), start("worker")]);
    const web = processes.slice(0, 2).map(({ url }) => new URL(url).host);
    proxy = await startProxy("nginx", web);
    const { body } = await call(proxy.url, null, login, admin);
    token = body.sessionToken;
    await call(proxy.url, token, acceptTerms, {});
    company = (await call(proxy.url, token, createCompany, { name: "Harbor" })).body.id;
    const workspace = await call(proxy.url, token, createWorkspace, { name: "Main", companyId: company });
    const created = await call(proxy.url, token, createTheme, {
      name: "Refunds",
      workspaceId: workspace.body.id,
    });
    theme = created.body.id;
    await uploadOne("Refunds.txt", refundPolicy);
    await untilAllRead();
  });

  afterAll(async () => {
    await proxy.stop();
    await Promise.all(processes.map((one) => one.stop()));
    await Promise.all([database.close(), store.close(), bucket.close()]);
    standby.stop();
    first?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function uploadOne(name: string, bytes: string): Promise<boolean> {
    const reply = await call(
      proxy.url,
      token,
      uploadDocuments,
      { id: theme },
      { form: formOf({ name, bytes }) },
    ).catch(() => null);
    const isTaken = reply !== null && reply.status < 300 && reply.body.errors.length === 0;
    if (isTaken) acknowledged.documents.add(name);
    return isTaken;
  }

  async function askOne(n: number): Promise<boolean> {
    const reply = await call(proxy.url, token, ask, {
      themeId: theme,
      userQuery: `${returns} (${n})`,
      sessionId: "failover",
    }).catch(() => null);
    const isAnswered = reply?.status === 200 && reply.body.outcome === "answered";
    if (isAnswered) acknowledged.answers.add(reply.body.interactionId);
    return isAnswered;
  }

  async function untilAllRead(): Promise<void> {
    for (const until = Date.now() + 90_000; Date.now() < until; await wait(500)) {
      const ready = (await documents()).filter(({ status }) => status === "ready");
      if (ready.length >= acknowledged.documents.size) return;
    }
    const left = (await documents()).filter(({ status }) => status !== "ready");
    throw new Error(`These documents were not read in time: ${JSON.stringify(left)}`);
  }

  async function documents(): Promise<{ name: string; status: string }[]> {
    const found: { name: string; status: string }[] = [];
    for (let page = 1; ; page++) {
      const { body } = await call(proxy.url, token, listDocuments, { id: theme, page, pageSize: 100 });
      const rows = Array.isArray(body) ? body : body.rows;
      found.push(...rows);
      if (rows.length < 100) return found;
    }
  }

  let asked = 0;
  /**
   * Three people ask and one uploads while the work is done and a few seconds more. @returns the longest time in
   * seconds without an answer and without an upload, and how many calls failed
   */
  async function underLoad(label: string, work: () => Promise<void>) {
    let isOver = false;
    let failed = 0;
    const gaps = { answers: 0, uploads: 0 };
    const last = { answers: performance.now(), uploads: performance.now() };
    const note = (kind: keyof typeof gaps, isDone: boolean) => {
      if (!isDone) failed++;
      const now = performance.now();
      gaps[kind] = Math.max(gaps[kind], (now - last[kind]) / 1000);
      if (isDone) last[kind] = now;
    };
    const asking = async () => {
      while (!isOver) {
        note("answers", await askOne(asked++));
        await wait(50);
      }
    };
    const uploading = async () => {
      for (let n = 0; !isOver; n++) {
        const name = `${label} ${n}.txt`;
        note("uploads", await uploadOne(name, `${name}\n\nParcel ${n} weighs ${n + 3} kilograms.`));
        await wait(500);
      }
    };
    const everyone = [asking(), asking(), asking(), uploading()];
    await wait(2_000);
    await work();
    await wait(6_000);
    isOver = true;
    await Promise.all(everyone);
    console.info(
      `${label}: at most ${gaps.answers.toFixed(1)} s without an answer and ${gaps.uploads.toFixed(1)} s without an upload, ${failed} calls refused`,
    );
    return { ...gaps, failed };
  }

  async function expectNothingLost({ mayWait = false } = {}): Promise<void> {
    if (!mayWait) await untilAllRead();
    const kinds = mayWait ? ["ready", "processing"] : ["ready"];
    const present = (await documents()).flatMap(({ name, status }) => (kinds.includes(status) ? [name] : []));
    expect([...acknowledged.documents].filter((name) => !present.includes(name))).toEqual([]);
    const connection = { connectionString: `postgres://postgres@127.0.0.1:${database.port}/postgres` };
    const kept = await withClient(connection, async (client) => {
      const { rows } = await client.query<{ id: number }>(
        "select id::int from interactions where outcome = 'answered' and id = any($1)",
        [[...acknowledged.answers]],
      );
      return rows.length;
    });
    expect(kept).toBe(acknowledged.answers.size);
    await call(proxy.url, token, checkRecord, { companyId: company });
    const stateOf = async () => (await call(proxy.url, token, getRecordState, { companyId: company })).body;
    await expect.poll(async () => (await stateOf()).check?.finishedAt, { timeout: 60_000 }).toBeTruthy();
    expect((await stateOf()).check).toMatchObject({ outcome: "intact", problem: null });
    console.info(
      `0 of ${acknowledged.answers.size} answers and ${acknowledged.documents.size} uploads lost; the record is intact`,
    );
  }

  test("the proxy, reloaded five times, refuses no call", async () => {
    const { failed } = await underLoad("proxy reloaded", async () => {
      for (let n = 0; n < 5; n++) {
        proxy.reload();
        await wait(1_000);
      }
    });
    expect(failed).toBe(0);
    await expectNothingLost();
  });

  test("the database's primary, killed and replaced by its standby, loses nothing that was acknowledged", async () => {
    const { answers } = await underLoad("primary replaced", async () => {
      first?.kill();
      // what a watcher needs to be sure
      await wait(3_000);
      standby.promote();
      await withClient(standby.connection, async (client) => {
        await client.query("alter system set synchronous_standby_names = ''");
        await client.query("select pg_reload_conf()");
      });
      database.leadTo(standby.port);
      await wait(10_000);
    });
    expect(answers).toBeLessThan(30);
    await expectNothingLost();
  });

  test("the file store, away for a minute, stops uploads and no answer", async () => {
    const { answers } = await underLoad("file store away", async () => {
      store.leadTo(null);
      await wait(60_000);
      store.leadTo(Number(new URL(bucket.url).port));
    });
    expect(answers).toBeLessThan(10);
    // a reading that failed five times meanwhile is begun again within eleven minutes
    await expectNothingLost({ mayWait: true });
  });
});
