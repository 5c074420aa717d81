import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login, acceptTerms } from "#contract/identity/sessions.ts";
import { createCompany } from "#contract/identity/companies.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createTheme, listThemes } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { ask } from "#contract/answering/answers.ts";
import { call, formOf, rowsOf } from "#testing/call.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { withOwnDatabase } from "../product/own-database.ts";
import { people, throughputOf, type Throughput } from "./throughput.ts";

/** Numbers of web servers and workers. */
const shapes = [
  [1, 1],
  [2, 1],
  [2, 2],
  [4, 1],
] as const;
/** Documents read by the workers in one measurement. */
const documents = 60;
const secondsEach = 10;
const admin = { email: "bench@example.com", password: "seven green bottles" };

type Row = Throughput & { servers: number; workers: number };

/**
 * Web servers and workers over one PostgreSQL and one folder, all on this machine with the callers: twenty people, each at
 * the next server in turn, send the next request after the last response; and documents uploaded at once, until all are
 * read.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-servers-"));
  const [files, dataDir] = ["files", "data"].map((name) => join(folder, name)) as [string, string];
  for (const path of [files, dataDir]) mkdirSync(path);
  try {
    await withOwnDatabase(async ({ environment }) => {
      const place = {
        connection: { connectionString: environment.DATABASE_URL },
        login: environment.DATABASE_SUPERUSER,
        files,
        dataDir,
      };
      const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
      const running = { web: [] as ServerProcess[], worker: [] as ServerProcess[] };
      const scale = async (role: "web" | "worker", count: number) => {
        const group = running[role];
        while (group.length < count) group.push(await startServerProcess(place, role, env));
        await Promise.all(group.splice(count).map((server) => server.stop()));
      };
      try {
        process.stdout.write("what                    web + workers  per second   p50 ms   p95 ms  errors\n");
        for (const [servers, workers] of shapes) {
          await scale("worker", workers);
          await scale("web", servers);
          rows.push(
            ...(await press(
              running.web.map(({ url }) => url),
              workers,
            )),
          );
        }
      } finally {
        await Promise.all([...running.web, ...running.worker].map((server) => server.stop()));
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function press(urls: string[], workers: number): Promise<Row[]> {
  const [first = ""] = urls;
  const { body: session } = await call(first, null, login, admin);
  const token = session.sessionToken;
  await call(first, token, acceptTerms, {});
  const theme = await buildTheme(first, token);
  const question = (url: string, n: number) =>
    call(url, token, ask, {
      themeId: theme,
      userQuery: questionOnLine(n, 60),
      sessionId: `servers-${n % people}`,
    });
  return [
    await measure("a question", { urls, workers }, question),
    await measure("a list of themes", { urls, workers }, (url) => call(url, token, listThemes, {})),
    await readDocuments({ urls, workers }, token, theme),
  ];
}

/** From the first upload until the last document is ready. */
async function readDocuments(
  { urls, workers }: { urls: string[]; workers: number },
  token: string,
  theme: number,
): Promise<Row> {
  const from = performance.now();
  await Promise.all(
    Array.from({ length: documents }, (_, n) => {
      const form = formOf({ name: `Line ${n}.txt`, bytes: `Line ${n}\n\n${numberedPolicy(60)}` });
      return call(urls[n % urls.length] ?? "", token, uploadDocuments, { id: theme }, { form });
    }),
  );
  await untilRead(urls[0] ?? "", token, theme);
  const seconds = (performance.now() - from) / 1000;
  return told({
    set: "documents read",
    engine: "footnote",
    servers: urls.length,
    workers,
    requestsPerSecond: documents / seconds,
    p50Ms: 0,
    p95Ms: 0,
    p99Ms: 0,
    errors: 0,
  });
}

/** @returns the id of a theme with one document that is ready */
async function buildTheme(url: string, token: string): Promise<number> {
  const name = `Bench ${crypto.randomUUID()}`;
  const { body: company } = await call(url, token, createCompany, { name });
  const { body: workspace } = await call(url, token, createWorkspace, {
    name: "Main",
    companyId: company.id,
  });
  const { body: theme } = await call(url, token, createTheme, { name, workspaceId: workspace.id });
  const form = formOf({ name: "Returns.txt", bytes: numberedPolicy(60) });
  await call(url, token, uploadDocuments, { id: theme.id }, { form });
  await untilRead(url, token, theme.id);
  return theme.id;
}

async function untilRead(url: string, token: string, id: number): Promise<void> {
  for (;;) {
    const { body } = await call(url, token, listDocuments, { id });
    if (rowsOf(body).every(({ status }) => status !== "processing")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(
  set: string,
  { urls, workers }: { urls: string[]; workers: number },
  ask: (url: string, n: number) => Promise<{ status: number }>,
): Promise<Row> {
  // each server loads its index and compiles its code first
  const options = { seconds: secondsEach, warmUp: 20 * urls.length };
  const row = await throughputOf(set, options, async (n) => {
    const { status } = await ask(urls[n % urls.length] ?? "", n);
    if (status >= 400) throw new Error(`${set}: ${status}`);
  });
  return told({ ...row, servers: urls.length, workers });
}

function told(row: Row): Row {
  const cells = [
    row.set.padEnd(26),
    `${row.servers} + ${row.workers}`.padStart(11),
    row.requestsPerSecond.toFixed(1).padStart(12),
    row.p50Ms.toFixed(1).padStart(9),
    row.p95Ms.toFixed(1).padStart(9),
    String(row.errors).padStart(8),
  ];
  process.stdout.write(`${cells.join("")}\n`);
  return row;
}
