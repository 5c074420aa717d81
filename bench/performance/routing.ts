import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "#contract/answering/answers.ts";
import { createCompany } from "#contract/identity/companies.ts";
import { acceptTerms, login } from "#contract/identity/sessions.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { getOperation } from "#contract/operation/operation.ts";
import { call, formOf, rowsOf } from "#testing/call.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { isInstalled, startProxy } from "#testing/proxies.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import type { BenchOptions } from "../options.ts";
import { withOwnDatabase } from "../product/own-database.ts";
import { cloneCompany } from "./companies/clone.ts";
import { reportTimes, type Timed } from "./timed.ts";

const companies = 2_000;
const servers = 4;
const sections = 40;
const admin = { email: "bench@example.com", password: "seven green bottles" };

type Theme = { company: number; theme: number };
type Row = Timed & { mebibytes: number[]; themes: number[] };

/**
 * The word indexes that four web servers hold after each of 2,000 companies, with a theme of one document of 40 short
 * sections, was asked: at each of the servers, then through nginx with our file of `deploy/`, which sends a company to the
 * same server, then with one of the servers stopped.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  if (!isInstalled("nginx")) throw new Error("This bench needs nginx.");
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-routing-"));
  const [files, dataDir] = ["files", "data"].map((name) => join(folder, name)) as [string, string];
  for (const path of [files, dataDir]) mkdirSync(path);
  try {
    await withOwnDatabase(async ({ client, environment }) => {
      const connection = { connectionString: environment.DATABASE_URL };
      const place = { connection, login: environment.DATABASE_SUPERUSER, files, dataDir };
      const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
      const start = (role: "web" | "worker") => startServerProcess(place, role, env);
      const [web, worker] = [await start("web"), await start("worker")];
      const model = await buildModel(web.url);
      await Promise.all([web.stop(), worker.stop()]);
      await cloneCompany(client, model, companies - 1);
      const { rows: themes } = await client.query<Theme>(
        "select company_id::int as company, id::int as theme from themes order by id",
      );
      const withServers = async (work: (running: ServerProcess[]) => Promise<void>) => {
        const running: ServerProcess[] = [];
        try {
          while (running.length < servers) running.push(await start("web"));
          await work(running);
        } finally {
          await Promise.all(running.map((server) => server.stop()));
        }
      };
      await withServers(async (running) => {
        const urls = running.map(({ url }) => url);
        const times = await askAll(urls[0] ?? "", themes, {
          rounds: servers,
          urlOf: (n) => urls[n % servers] ?? "",
        });
        rows.push(await told("without routing", times, urls));
      });
      await withServers(async (running) => {
        const urls = running.map(({ url }) => url);
        const proxy = await startProxy(
          "nginx",
          urls.map((url) => new URL(url).host),
        );
        const once = { rounds: 1, urlOf: () => proxy.url };
        try {
          const times = await askAll(urls[0] ?? "", themes, once);
          rows.push(await told("routed by company", times, urls));
          await running.shift()?.stop();
          const left = urls.slice(1);
          const moved = await askAll(left[0] ?? "", themes, once);
          rows.push(await told("routed, one server lost", moved, left));
        } finally {
          await proxy.stop();
        }
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function signIn(url: string): Promise<string> {
  const { body } = await call(url, null, login, admin);
  await call(url, body.sessionToken, acceptTerms, {});
  return body.sessionToken;
}

/** @returns the id of a company with one theme, whose document is read */
async function buildModel(url: string): Promise<number> {
  const token = await signIn(url);
  const { body: company } = await call(url, token, createCompany, { name: "Model" });
  const { body: workspace } = await call(url, token, createWorkspace, {
    name: "Main",
    companyId: company.id,
  });
  const { body: theme } = await call(url, token, createTheme, {
    name: "Returns",
    workspaceId: workspace.id,
  });
  const form = formOf({ name: "Returns.txt", bytes: numberedPolicy(sections) });
  await call(url, token, uploadDocuments, { id: theme.id }, { form });
  for (;;) {
    const { body } = await call(url, token, listDocuments, { id: theme.id });
    if (rowsOf(body).every(({ status }) => status === "ready")) return company.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Four people ask at once, about each company once in every round. @returns milliseconds of each answer */
async function askAll(
  first: string,
  themes: Theme[],
  { rounds, urlOf }: { rounds: number; urlOf(n: number): string },
): Promise<number[]> {
  const token = await signIn(first);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const waiting = themes.entries();
    const person = async () => {
      for (const [n, { company, theme }] of waiting) {
        const from = performance.now();
        const question = {
          themeId: theme,
          userQuery: questionOnLine(n, sections),
          sessionId: `routing-${round}`,
        };
        const headers = { cookie: `footnote_company=${company}` };
        const asked = () => call(urlOf(n + round), token, ask, question, { headers });
        let reply = await asked();
        // a server that has just started may not read its first questions in time
        for (let again = 0; reply.status !== 200 && again < 3; again++) reply = await asked();
        if (reply.status !== 200 || reply.body.citations.length === 0)
          throw new Error(`Theme ${theme} did not answer: ${reply.status} ${JSON.stringify(reply.error)}`);
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: servers }, person));
  }
  return times;
}

async function told(set: string, times: number[], urls: string[]): Promise<Row> {
  const indexes = [];
  for (const url of urls) indexes.push((await call(url, await signIn(url), getOperation)).body.index);
  const mebibytes = indexes.map((index) => (index?.bytes ?? 0) / 1024 ** 2);
  const themes = indexes.map((index) => index?.themes ?? 0);
  const row = { ...reportTimes(set, times), mebibytes, themes };
  const shown = mebibytes.map((size, at) => `${size.toFixed(1)} MiB (${themes[at]} themes)`);
  process.stdout.write(`  index of each server: ${shown.join(", ")}\n`);
  return row;
}
