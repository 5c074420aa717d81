import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "#contract/answering/answers.ts";
import { listCompanies } from "#contract/identity/companies.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { getOperation } from "#contract/operation/operation.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { getTheme, listThemes } from "#contract/knowledge/themes.ts";
import { inviteUser, listUsers } from "#contract/identity/users.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import type { BenchOptions } from "../options.ts";
import { numberedPolicy, questionOnLine } from "#testing/numbered-policy.ts";
import { openServicesOn, withOwnDatabase, type OwnDatabase } from "../product/own-database.ts";
import { startProduct, type Product } from "#testing/product.ts";
import { timeCalls, type Timed } from "./timed.ts";
import { cloneCompany, multiplyDocuments } from "./companies/clone.ts";

const companies = 10_000;
/** Companies asked, each for the first time in the process and then again. */
const asked = 500;
/** Companies asked a first question: their indexes stay in memory. */
const indexed = 2_000;
const questionsEach = 5;
const peopleEach = 4;
/** Of one company among them. */
const documentsOfLarge = 5_000;

/**
 * Ten thousand companies in one database: one is built through the API, the others are copies of its rows. Calls about
 * companies chosen at random and about one with many documents, the memory of their indexes, and the program's nightly and
 * minutely jobs.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const rows: Timed[] = [];
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-companies-"));
  await withOwnDatabase(async ({ client, environment }) => {
    // every start has a folder of its own; the record's signing key must open in each
    const SECRET_KEY = randomBytes(32).toString("base64");
    const database = { client, environment: { ...environment, SECRET_KEY } };
    const model = await buildModel(database);
    const began = performance.now();
    const ids = await cloneCompany(database.client, model, companies - 1);
    const { rows: size } = await database.client.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    say(
      `${companies.toLocaleString()} companies in ${seconds(began)}: ${peopleEach} people, a theme, a document and ${questionsEach} questions each; ${size[0]?.size} of database`,
    );
    rows.push(...(await calls(database, ids)));
    await multiplyDocuments(client, model, documentsOfLarge);
    rows.push(...(await callsOfLarge(database, model)));
    rows.push(...(await jobs(database, folder)));
  });
  rmSync(folder, { recursive: true, force: true });
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** @returns its id */
async function buildModel({ environment }: OwnDatabase): Promise<number> {
  const product = await startProduct(environment);
  try {
    return await fillModel(product);
  } finally {
    await product.stop();
  }
}

async function fillModel(product: Product): Promise<number> {
  const theme = await product.newTheme("Returns");
  await product.upload(theme, [{ name: "Returns.txt", bytes: new TextEncoder().encode(numberedPolicy(40)) }]);
  const { companyId, workspaceId } = await product.call(getTheme, { id: theme });
  for (let n = 0; n < peopleEach; n++)
    await product.call(inviteUser, {
      email: `person-${n}@bench.example`,
      firstName: "Person",
      lastName: String(n),
      role: "agent",
      companyId,
      workspaceId,
    });
  for (let n = 0; n < questionsEach; n++) await product.call(ask, questionOf(theme, n));
  return companyId;
}

const questionOf = (themeId: number, n: number) => ({
  themeId,
  userQuery: questionOnLine(n, 40),
  sessionId: `companies-${n}`,
});

async function calls({ client, environment }: OwnDatabase, ids: number[]): Promise<Timed[]> {
  const began = performance.now();
  const product = await startProduct(environment);
  say(`the program starts in ${seconds(began)}`);
  try {
    const chosen = Array.from({ length: indexed }, (_, n) => ids[(n * 7919) % ids.length] ?? 0);
    const { rows } = await client.query<{ company: number; theme: number }>(
      "select company_id as company, id as theme from themes where company_id = any ($1)",
      [chosen],
    );
    const themes = rows.map(({ theme }) => theme);
    const measured: Timed[] = [];
    const measure = async (set: string, call: (n: number) => Promise<unknown>, count = asked) =>
      void measured.push(await timeCalls(set, call, count));
    await measure("a page of companies", (n) => product.call(listCompanies, { page: (n % 400) + 1 }));
    await measure("companies by name", (n) => product.call(listCompanies, { page: 1, search: String(n) }));
    await measure("a company's themes", (n) =>
      product.call(listThemes, { page: 1, companyId: chosen[n % chosen.length] }),
    );
    await measure("a company's people", (n) =>
      product.call(listUsers, { page: 1, companyId: chosen[n % chosen.length] }),
    );
    await measure("a page of a company's record", (n) =>
      product.call(listRecord, { companyId: chosen[n % chosen.length] }),
    );
    const before = product.residentMiB().server;
    const question = async (n: number) => {
      const { citations } = await product.call(ask, questionOf(themes[n % themes.length] ?? 0, n));
      if (citations.length === 0) throw new Error(`Theme ${themes[n % themes.length]} did not answer.`);
    };
    await measure("a company's first question", question, themes.length);
    const after = product.residentMiB().server;
    await measure("its second one", question);
    const { index } = await product.call(getOperation);
    say(
      `memory of the server: ${before.toFixed(0)} MiB, ${after.toFixed(0)} MiB after first questions of ${themes.length.toLocaleString()} companies; the index holds ${index?.themes.toLocaleString()} themes in ${((index?.bytes ?? 0) / 1024 ** 2).toFixed(1)} MiB`,
    );
    return measured;
  } finally {
    await product.stop();
  }
}

/** Calls of a company that is large among small ones, in a theme with all its documents. */
async function callsOfLarge({ client, environment }: OwnDatabase, company: number): Promise<Timed[]> {
  const { rows } = await client.query<{ theme: number }>(
    "select id as theme from themes where company_id = $1",
    [company],
  );
  const theme = rows[0]?.theme ?? 0;
  const product = await startProduct(environment);
  try {
    const measured: Timed[] = [];
    const measure = async (set: string, call: () => Promise<unknown>, count: number) =>
      void measured.push(await timeCalls(`large company: ${set}`, call, count));
    await measure("first question", () => product.call(ask, questionOf(theme, 0)), 1);
    await measure("next questions", () => product.call(ask, questionOf(theme, 1)), 20);
    await measure("first page of documents", () => product.call(listDocuments, { id: theme, page: 1 }), 20);
    const last = Math.ceil(documentsOfLarge / 10);
    await measure("last page of documents", () => product.call(listDocuments, { id: theme, page: last }), 20);
    await measure("report", () => product.call(getChatReport, { companyId: company, period: 30 }), 20);
    return measured;
  } finally {
    await product.stop();
  }
}

/** The jobs that visit every company. Each runs twice: with the accumulated work, then with nothing new. */
async function jobs(database: OwnDatabase, folder: string): Promise<Timed[]> {
  const services = await openServicesOn(database, folder);
  try {
    const workers = workersOf(services);
    const measured: Timed[] = [];
    for (const name of [
      "keep-heads",
      "keep-webhooks",
      "stream-records",
      "settle-days",
      "check-records",
      "start-erasures",
      "sweep-files",
      "announce-retirements",
      "send-digests",
    ] as const) {
      const times: number[] = [];
      for (let run = 0; run < 2; run++) {
        const from = performance.now();
        await workers[name]({});
        times.push(performance.now() - from);
      }
      const [first = 0, second = 0] = times;
      say(`job ${name.padEnd(22)} ${first.toFixed(0).padStart(7)} ms, then ${second.toFixed(0)} ms`);
      measured.push({ set: `job ${name}`, engine: "footnote", p50Ms: second, p95Ms: first });
    }
    return measured;
  } finally {
    await services.close();
  }
}
