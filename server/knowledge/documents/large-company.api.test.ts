import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { getChatReport } from "#server/answering/reports/chat-report.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildEmptyTheme } from "#testing/documents.ts";
import { withClient } from "#server/platform/database/client.ts";
import { newestDocuments } from "./opening-store.ts";
import { listDocuments } from "./store.ts";
import { countEncoded } from "./version-store.ts";

const documents = 400;
/** Each with one document, so that PostgreSQL expects one of any company. */
const smallCompanies = 400;
/** Rows read for each document: it, its theme, its versions and their index, and a few again. */
const mostPerDocument = 30;

let app: TestApp;
let company: Awaited<ReturnType<typeof buildEmptyTheme>>;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  company = await buildEmptyTheme(app, "Everything");
  const { companyId, theme } = company;
  await withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    const addVersions = (where: string) =>
      client.query(
        `insert into document_versions (company_id, document_id, version, file_key, file_type, file_size, sha256, status)
         select company_id, id, 1, 'key', 'txt', 1, 'hash', 'ready' from documents where ${where}`,
      );
    const from = 1_000_000;
    await client.query(
      `insert into documents (company_id, theme_id, name)
       select ${from} + n, ${from} + n, 'Only' from generate_series(1, ${smallCompanies}) n`,
    );
    await addVersions(`company_id > ${from}`);
    await client.query("analyze documents, document_versions");
    await client.query(
      `insert into documents (company_id, theme_id, name)
       select ${companyId}, ${theme.id}, 'One of many' from generate_series(1, ${documents})`,
    );
    await addVersions(`company_id = ${companyId}`);
  });
});
afterAll(() => app.close());

/** The rows that PostgreSQL fetches from all tables for the work. */
function rowsReadBy(work: (ctx: Context) => Promise<unknown>): Promise<number> {
  return jobCaller(app.services, "test", company.companyId).transact(async (ctx) => {
    const count = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`.execute(
        ctx.db,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await count();
    await work(ctx);
    return (await count()) - before;
  });
}

const reads: [string, (ctx: Context) => Promise<unknown>][] = [
  [
    "the last page of a theme's documents",
    async (ctx) =>
      listDocuments(ctx, await getTheme(ctx, company.theme.id), { page: documents / 10, pageSize: 10 }),
  ],
  [
    "the newest documents of a theme",
    (ctx) => newestDocuments(ctx, { company_id: company.companyId, id: company.theme.id }, 10),
  ],
  ["the progress of a theme's encoding", (ctx) => countEncoded(ctx, company.theme.id, "an encoder")],
  ["a report", (ctx) => getChatReport({ ...ctx, asOf: null }, { period: 30, timeZone: "UTC" })],
];

test.each(reads)(
  "%s is read in proportion, in a company that is large among small ones",
  async (name, work) => {
    const read = await rowsReadBy(work);
    console.info(`${name}: ${read} rows for ${documents} documents`);
    expect(read).toBeGreaterThanOrEqual(documents);
    expect(read).toBeLessThan(mostPerDocument * documents);
  },
);
