import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login, acceptTerms } from "#contract/sessions.ts";
import { createCompany } from "#contract/companies.ts";
import { listDocuments, uploadDocuments } from "#contract/documents.ts";
import { createTheme, listThemes } from "#contract/themes.ts";
import { createWorkspace } from "#contract/workspaces.ts";
import { ask } from "#contract/answers.ts";
import { formOf } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { startServerProcess } from "#testing/server-process.ts";
import type { ServerProcess } from "#testing/server-process.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy } from "../product/numbered-policy.ts";
import { withOwnDatabase } from "../product/own-database.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const counts = [1, 2, 4];
const people = 20;
const secondsEach = 10;
const admin = { email: "bench@example.com", password: "seven green bottles" };

type Row = {
  set: string;
  engine: "footnote";
  servers: number;
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  errors: number;
};

/**
 * 1, 2 and 4 web servers and a worker over one PostgreSQL and one folder, all on this machine with the callers: twenty
 * people, each at the next server in turn, send the next request after the last response.
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
      const worker = await startServerProcess(place, "worker", env);
      const servers: ServerProcess[] = [];
      try {
        process.stdout.write("what                      servers  requests/s   p50 ms   p95 ms  errors\n");
        for (const count of counts) {
          while (servers.length < count) servers.push(await startServerProcess(place, "web", env));
          const urls = servers.map(({ url }) => url);
          rows.push(...(await press(urls)));
        }
      } finally {
        await Promise.all([...servers, worker].map((server) => server.stop()));
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function press(urls: string[]): Promise<Row[]> {
  const [first = ""] = urls;
  const { body: session } = await call(first, null, login, admin);
  const token = session.sessionToken;
  await call(first, token, acceptTerms, {});
  const theme = await buildTheme(first, token);
  const question = (url: string, n: number) =>
    call(url, token, ask, {
      themeId: theme,
      userQuery: `How many days to return products of line ${(n % 60) + 1}?`,
      sessionId: `servers-${n % people}`,
    });
  return [
    await measure("a question", urls, question),
    await measure("a list of themes", urls, (url) => call(url, token, listThemes, {})),
  ];
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
  for (;;) {
    const { body } = await call(url, token, listDocuments, { id: theme.id });
    if (rowsOf(body).every(({ status }) => status !== "processing")) return theme.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(
  set: string,
  urls: string[],
  ask: (url: string, n: number) => Promise<{ status: number }>,
): Promise<Row> {
  const times: number[] = [];
  let errors = 0;
  let count = 0;
  // each server loads its index and compiles its code first
  for (let n = 0; n < 20 * urls.length; n++) await ask(urls[n % urls.length] ?? "", n);
  const from = performance.now();
  const until = from + secondsEach * 1000;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) {
        const n = count++;
        const asked = performance.now();
        const { status } = await ask(urls[n % urls.length] ?? "", n);
        if (status >= 400) errors += 1;
        times.push(performance.now() - asked);
      }
    }),
  );
  const row: Row = {
    set,
    engine: "footnote",
    servers: urls.length,
    requestsPerSecond: times.length / ((performance.now() - from) / 1000),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    errors,
  };
  process.stdout.write(
    `${set.padEnd(26)}${String(urls.length).padStart(7)}${row.requestsPerSecond.toFixed(0).padStart(12)}${row.p50Ms.toFixed(1).padStart(9)}${row.p95Ms.toFixed(1).padStart(9)}${String(errors).padStart(8)}\n`,
  );
  return row;
}
