import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory } from "#contract/answering/answers.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import { listNotifications, streamEvents } from "#contract/notices/notifications.ts";
import { acceptTerms, login, logout } from "#contract/identity/sessions.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { createCompany, listCompanies } from "#contract/identity/companies.ts";
import { refundPolicy } from "#testing/documents.ts";
import { call, formOf, rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { ask } from "#testing/ask.ts";

/**
 * Web servers and workers with one PostgreSQL and one file store: a change on one holds on all, and any of them may die.
 */
const folder = mkdtempSync(join(tmpdir(), "footnote-several-"));
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
const superAdmin = { email: "root@example.com", password: "seven green bottles" };
let servers: ServerProcess[] = [];
let workers: ServerProcess[] = [];

type Placement = Parameters<typeof startServerProcess>[0];
let placement: Placement;

beforeAll(async () => {
  database = await createEmptyDatabase();
  const { connection } = database;
  const owner = await withClient(connection, async (client) => {
    const { rows } = await client.query<{ login: string }>("select session_user as login");
    return rows[0]?.login ?? "";
  });
  const [files, dataDir] = ["files", "data"].map((name) => join(folder, name)) as [string, string];
  for (const path of [files, dataDir]) mkdirSync(path);
  placement = { connection, login: owner, files, dataDir };
  const env = { ADMIN_EMAIL: superAdmin.email, ADMIN_PASSWORD: superAdmin.password, SCENARIO: "demo" };
  const start = (role: "web" | "worker") => startServerProcess(placement, role, env);
  // simultaneous first starts, on one empty database
  [servers, workers] = await Promise.all([
    Promise.all([start("web"), start("web")]),
    Promise.all([start("worker"), start("worker")]),
  ]);
});

afterAll(async () => {
  await Promise.all([...servers, ...workers].map((server) => server.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (server: number) => servers[server]?.url ?? "";

/** Signs in on one server; can call any of them. */
async function signIn(server: number) {
  const { body } = await call(at(server), null, login, superAdmin);
  await call(at(server), body.sessionToken, acceptTerms, {});
  return <E extends EndpointSpec>(where: number, spec: E, input?: Request<E>, form?: FormData) =>
    call(at(where), body.sessionToken, spec, input, form === undefined ? {} : { form });
}
type Caller = Awaited<ReturnType<typeof signIn>>;

async function newTheme(send: Caller) {
  const company = await send(0, createCompany, { name: `Company ${randomBytes(3).toString("hex")}` });
  const companyId = company.body.id;
  const workspace = await send(1, createWorkspace, { name: "Main", companyId });
  const theme = await send(0, createTheme, { name: "Refunds", workspaceId: workspace.body.id });
  return { id: theme.body.id, companyId };
}

async function untilReady(send: Caller, id: number, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { body } = await send(1, listDocuments, { id });
        return rowsOf(body).filter(({ status }) => status === "ready").length;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(count);
}

test("simultaneous first starts create one demo", async () => {
  const send = await signIn(0);
  const companies = rowsOf((await send(1, listCompanies, {})).body).map(({ name }) => name);
  expect(companies).toHaveLength(new Set(companies).size);
  expect(companies.length).toBeGreaterThan(0);
});

test("a document uploaded on one server answers on the other, and the newest version immediately", async () => {
  const send = await signIn(0);
  const { id } = await newTheme(send);
  const question = {
    themeId: id,
    userQuery: "How many days does a customer have to return a product?",
    sessionId: "s",
  };
  await send(0, uploadDocuments, { id }, formOf({ name: "Refunds.txt", bytes: refundPolicy }));
  await untilReady(send, id, 1);
  expect((await send(1, ask, question)).body.outcome).toBe("answered");
  await send(
    1,
    uploadDocuments,
    { id },
    formOf({ name: "Gifts.txt", bytes: "Gifts\n\nA gift voucher ends after 400 days." }),
  );
  await untilReady(send, id, 2);
  const answer = await send(0, ask, {
    ...question,
    userQuery: "After how many days does a gift voucher end?",
  });
  expect(answer.body.response).toContain("400 days");
});

test("a sign-out ends the session and its stream on all servers, and notifications arrive on every server", async () => {
  const send = await signIn(0);
  const { body } = await call(at(1), null, login, superAdmin);
  const stream = await fetch(at(1) + streamEvents.path, {
    headers: { authorization: `Bearer ${body.sessionToken}` },
  });
  const ended = (async () => {
    for await (const part of stream.body ?? []) void part;
  })();
  await call(at(0), body.sessionToken, logout, {});
  const started = performance.now();
  await ended.catch(() => undefined);
  console.info(
    `a stream at another server ended ${Math.round(performance.now() - started)} ms after its sign-out`,
  );
  expect((await call(at(1), body.sessionToken, getCurrentUser)).status).toBe(401);
  expect((await send(1, listNotifications, {})).status).toBe(200);
});

test("web servers run no job, and workers serve no call", async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  const send = await signIn(0);
  const { id } = await newTheme(send);
  await send(0, uploadDocuments, { id }, formOf({ name: "Refunds.txt", bytes: refundPolicy }));
  const userQuery = "How many days does a customer have to return a product?";
  // as long as a worker would have taken to begin
  for (let n = 0; n < 5; n += 1) await send(n % 2, ask, { themeId: id, userQuery, sessionId: "s" });
  expect(await countJobs("read-document")).toEqual({ created: 1 });
  workers = await Promise.all([
    startServerProcess(placement, "worker"),
    startServerProcess(placement, "worker"),
  ]);
  await untilReady(send, id, 1);
  for (const { url } of workers) await expect(fetch(url)).rejects.toThrow();
});

test(
  "kills under load lose no acknowledged upload and no acknowledged answer",
  { timeout: 300_000 },
  async () => {
    const send = await signIn(0);
    const { id } = await newTheme(send);
    await send(0, uploadDocuments, { id }, formOf({ name: "Refunds.txt", bytes: refundPolicy }));
    await untilReady(send, id, 1);
    const acknowledged = { documents: new Set<string>(), answers: new Set<number>() };
    let isOver = false;
    const everyone = [0, 1].flatMap((server) => [uploading(server), asking(server)]);

    async function uploading(server: number): Promise<void> {
      for (let at = 0; !isOver; at += 1) {
        const name = `Note ${server}-${at}.txt`;
        const bytes = `Note ${server}-${at}\n\nParcel ${server}${at} weighs ${at + 3} kilograms.`;
        const reply = await send(server, uploadDocuments, { id }, formOf({ name, bytes })).catch(() => null);
        if (reply !== null && reply.status < 300 && reply.body.errors.length === 0)
          acknowledged.documents.add(name);
        // all of them are read before the test ends
        await wait(250);
      }
    }
    async function asking(server: number): Promise<void> {
      for (let at = 0; !isOver; at += 1) {
        const userQuery = `How many days does a customer have to return a product? (${server}-${at})`;
        const reply = await send(server, ask, { themeId: id, userQuery, sessionId: "load" }).catch(
          () => null,
        );
        if (reply?.status === 200) acknowledged.answers.add(reply.body.interactionId);
        await wait(20);
      }
    }

    const kills = 4;
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(500 + Math.random() * 1_500);
      // a web server, a worker, the other web server, the other worker
      const [role, group] = kill % 2 === 0 ? (["web", servers] as const) : (["worker", workers] as const);
      const victim = Math.floor(kill / 2);
      await group[victim]?.kill();
      group[victim] = await startServerProcess(placement, role);
    }
    isOver = true;
    await Promise.all(everyone);
    expect(acknowledged.documents.size).toBeGreaterThan(5);
    expect(acknowledged.answers.size).toBeGreaterThan(5);

    await expect
      .poll(
        async () => {
          const { body } = await send(0, listDocuments, { id });
          return rowsOf(body).filter(({ status }) => status === "processing").length;
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe(0);
    const documents = rowsOf((await send(1, listDocuments, { id })).body);
    const ready = new Set(documents.filter(({ status }) => status === "ready").map(({ name }) => name));
    const lost = [...acknowledged.documents].filter((name) => !ready.has(name));
    const kept = await countAnswers([...acknowledged.answers]);
    console.info(
      `${kills} kills among 2 web servers and 2 workers: ${acknowledged.documents.size} uploads and ${acknowledged.answers.size} answers acknowledged, ${lost.length} and ${acknowledged.answers.size - kept} lost`,
    );
    expect(lost).toEqual([]);
    expect(kept).toBe(acknowledged.answers.size);
    expect((await send(0, listHistory, {})).status).toBe(200);
  },
);

/** Jobs that have not succeeded, by state. */
function countJobs(name: string): Promise<Record<string, number>> {
  return withClient(placement.connection, async (client) => {
    const { rows } = await client.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from jobs.job
       where name = $1 and state <> 'completed' group by state`,
      [name],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  });
}

function countAnswers(ids: number[]): Promise<number> {
  return withClient(placement.connection, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from interactions where id = any($1) and outcome <> 'pending'",
      [ids],
    );
    return rows[0]?.count ?? 0;
  });
}
