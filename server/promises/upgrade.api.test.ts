import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentContent } from "#contract/knowledge/documents.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { createProgramAnswer } from "#contract/answering/programs.ts";
import { acceptTerms, login } from "#contract/identity/sessions.ts";
import { segmentFormat } from "#engine/index/segment.ts";
import { keepSchedule } from "#server/operation/jobs/schedule.ts";
import { openArchive } from "#server/operation/backup/archive.ts";
import { restore } from "#server/operation/backup/restore.ts";
import { ownMigrations, pendingMigrations, readLedger } from "#server/platform/database/ledger.ts";
import { prepareDatabase } from "#server/platform/database/prepare.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { verify } from "#testing/bundles.ts";
import { buildCompany } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { readZip } from "#testing/raw-zip.ts";

/** P29: backups that earlier versions made, with what their API answered then (`testing/upgrades`). */
const earlier = join(import.meta.dirname, "../../testing/upgrades");
const versions = readdirSync(earlier).flatMap((name) => /^(.+)\.zip$/.exec(name)?.[1] ?? []);
/** Master key of all of them. */
const SECRET_KEY = createHash("sha256").update("footnote upgrade fixture").digest("hex");

/** Part of the names of their logs. */
const PUBLIC_URL = "http://localhost:4913";

type Then = {
  companies: {
    id: number;
    themeId: number;
    administrator: { email: string; password: string };
    apiKey: string;
    /** The head that was kept outside at that time. */
    head: { note: string; key: string };
    document: { id: number; content: string };
    answers: {
      interactionId: number;
      quotes: Record<string, unknown>[];
      [field: string]: unknown;
    }[];
  }[];
};

const folder = mkdtempSync(join(tmpdir(), "footnote-upgrades-"));
const databases: Awaited<ReturnType<typeof createEmptyDatabase>>[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const { drop } of databases) await drop();
});

function unpack(version: string): string {
  const place = join(folder, version);
  for (const { name, bytes } of readZip(readFileSync(join(earlier, `${version}.zip`)))) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), bytes);
  }
  return place;
}

/** A database and a folder of files as that version left them. */
async function restored(version: string) {
  const database = await createEmptyDatabase();
  databases.push(database);
  const { connection } = database;
  const filesUrl = `file:${join(folder, `${version}-files-${databases.length}`)}`;
  const place = openArchive(unpack(version));
  await restore(place, { connection, files: openFiles({ filesUrl, dataDir: folder }) });
  return { connection, filesUrl };
}

/** This version's migrations, and those of a later one. */
function laterVersion(migrations: Record<string, string>): string[] {
  const later = mkdtempSync(join(folder, "later-"));
  for (const [name, statements] of Object.entries(migrations))
    writeFileSync(join(later, `${name}.sql`), statements);
  return [ownMigrations, later];
}

/** A log's proof, text, answers, key and record are as they were, and new questions are answered. */
async function expectAsThen(app: TestApp, companies: Then["companies"]): Promise<void> {
  for (const company of companies) {
    const { body: session } = await call(app.url, null, login, company.administrator);
    const token = session.sessionToken;
    // the legal texts have changed since
    await call(app.url, token, acceptTerms);
    for (const { interactionId, quotes, ...answer } of company.answers) {
      const { body } = await call(app.url, token, getInteraction, { id: interactionId });
      expect(body).toMatchObject(answer);
      expect(body.citations).toMatchObject(quotes);
    }
    const [first] = company.answers;
    const { body: proof } = await call(app.url, token, getRecordProof, {
      interactionId: first?.interactionId ?? 0,
      headSize: Number(company.head.note.split("\n")[1]),
    });
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const verified = await verify(
      write("proof.json", JSON.stringify(proof)),
      ...["--key", write("key.pem", company.head.key)],
      ...["--head", write("head.txt", company.head.note)],
    );
    expect(verified.said).toMatch(/^VERIFIED/);
    const { body: text } = await call(app.url, token, getDocumentContent, { id: company.document.id });
    expect(text.content).toBe(company.document.content);
    const question = "How many days does a customer have to return an unopened product?";
    const { body: asked } = await call(app.url, token, ask, {
      themeId: company.themeId,
      userQuery: question,
      sessionId: "after",
    });
    expect(asked.response).toContain("within 30 days of delivery");
    const byKey = await call(app.url, company.apiKey, createProgramAnswer, {
      themeId: company.themeId,
      question,
    });
    expect(byKey.body.text).toContain("within 30 days of delivery");
    expect(await checkRecord(app, company.id)).toMatchObject({ outcome: "intact", problem: null });
  }
  const [one, other] = companies;
  const { body: session } = await call(
    app.url,
    null,
    login,
    one?.administrator ?? { email: "", password: "" },
  );
  const foreign = await call(app.url, session.sessionToken, getInteraction, {
    id: other?.answers[0]?.interactionId ?? 0,
  });
  expect(foreign.status).toBe(404);
}

test.each(versions)(
  "a database of %s is upgraded, and a later version's migration over its rows runs under a serving program: every answer, document, key and record is as it was, and new questions are answered",
  async (version) => {
    const then = JSON.parse(readFileSync(join(earlier, `${version}.json`), "utf8")) as Then;
    const { connection, filesUrl } = await restored(version);
    const app = await startTestApp({
      owner: connection,
      env: { FILES_URL: filesUrl, SECRET_KEY, PUBLIC_URL },
    });
    const query = <Row extends object>(statement: string, values: unknown[] = []) =>
      withClient(connection, async (client) => (await client.query<Row>(statement, values)).rows);
    try {
      expect(await pendingMigrations(connection)).toEqual([]);
      await keepSchedule(app.services);
      const outdated = async () =>
        (
          await query<{ outdated: number }>(
            // a replaced version answers no more
            `select count(*)::int as outdated from segments s join document_versions v on v.id = s.version_id
              where v.status = 'ready' and s.format <> $1 and not exists (select 1 from document_versions w
                where w.document_id = v.document_id and w.status = 'ready' and w.version > v.version)`,
            [segmentFormat],
          )
        )[0]?.outdated;
      // what the earlier version derived is made again, without a hand
      await expect.poll(outdated, { timeout: 60_000 }).toBe(0);
      await expectAsThen(app, then.companies);

      const folders = laterVersion({
        // statements of the owner reach every company's rows, behind forced row-level security
        "9000-sources": `alter table interactions add column sources integer not null default 0;
          alter table interactions disable trigger interactions_keep_answer;
          update interactions i set sources = (select count(*) from interaction_sources s
            where s.company_id = i.company_id and s.interaction_id = i.id);
          alter table interactions enable trigger interactions_keep_answer;`,
      });
      await prepareDatabase(connection, null, folders);
      expect(await pendingMigrations(connection, folders)).toEqual([]);
      expect(
        await query(
          `select i.id from interactions i where sources <> (select count(*) from interaction_sources s
            where s.company_id = i.company_id and s.interaction_id = i.id) or (outcome = 'answered' and sources = 0)`,
        ),
      ).toEqual([]);
      await expectAsThen(app, then.companies);
    } finally {
      await app.close();
    }
  },
);

test.each(versions)(
  "a later version's migration that fails leaves a database of %s unchanged, with a message",
  async (version) => {
    const { connection } = await restored(version);
    await prepareDatabase(connection);
    const ledger = await readLedger(connection);
    const columns = () =>
      withClient(connection, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1",
        );
        return rows.map(({ name }) => name);
      });
    const found = await columns();
    const folders = laterVersion({
      "9000-first": "alter table interactions add column later integer; create table later (id integer);",
      "9001-second": "create table used_assertions (id integer);",
    });
    await expect(prepareDatabase(connection, null, folders)).rejects.toThrow(
      /^The database could not be brought up to date: .*used_assertions.*already exists/,
    );
    expect(await readLedger(connection)).toEqual(ledger);
    expect(await columns()).toEqual(found);
    rmSync(join(folders[1] ?? "", "9001-second.sql"));
    await prepareDatabase(connection, null, folders);
    expect(await readLedger(connection)).toEqual([...ledger, "9000-first"]);
  },
);

test("a database and a backup of a version from before the first release are refused, and stay as they are", async () => {
  const database = await createEmptyDatabase();
  databases.push(database);
  const { connection } = database;
  await withClient(connection, (client) =>
    client.query(`
      create table kysely_migration (name text primary key, timestamp text not null);
      insert into kysely_migration values ('0001-tenancy', '2026-11-01'), ('0350-opensearch', '2026-11-27');
      create table companies (id integer)`),
  );
  await expect(prepareDatabase(connection)).rejects.toThrow(
    /^A version of Footnote from before the first release made this database \(0350-opensearch\), and no release can migrate it\. Nothing was changed\./,
  );
  expect(await readLedger(connection)).toEqual(["0001-tenancy", "0350-opensearch"]);

  const place = unpack(versions[0] ?? "");
  const manifest = join(place, "manifest.json");
  writeFileSync(
    manifest,
    readFileSync(manifest, "utf8").replace(/("migration": )"[^"]+"/, '$1"0350-opensearch"'),
  );
  const empty = await createEmptyDatabase();
  databases.push(empty);
  const files = openFiles({ filesUrl: `file:${join(folder, "files-of-none")}`, dataDir: folder });
  await expect(restore(openArchive(place), { connection: empty.connection, files })).rejects.toThrow(
    /^Another version of Footnote made this backup: its newest migration, 0350-opensearch, is not among those of this version\. Nothing was changed\./,
  );
  expect(await readLedger(empty.connection)).toEqual([]);
});

test("a running server keeps serving after a later version added to its database, loses nothing after one changed it, and does not start on it", async () => {
  const database = await createEmptyDatabase();
  databases.push(database);
  const { connection } = database;
  const change = (statement: string) => withClient(connection, (client) => client.query(statement));
  const app = await startTestApp({ owner: connection });
  try {
    const { admin, companyId } = await buildCompany(app);
    const { theme } = await buildTheme(admin);
    const asks = () =>
      admin.call(ask, {
        themeId: theme.id,
        userQuery: "How many days does a customer have to return an unopened product?",
        sessionId: "rolling",
      });
    expect((await asks()).status).toBe(200);
    await change(`
      alter table interactions add column later integer not null default 0;
      alter table record_manifests add column later text;
      create index later on interactions (company_id, later);
      insert into kysely_migration (name, timestamp) values ('9999-later', '${new Date().toISOString()}')`);
    const added = await asks();
    expect(added.body.response).toContain("within 30 days of delivery");
    expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", problem: null });

    await change("alter table record_manifests rename column content to text");
    expect((await asks()).status).toBe(500);
    const answers = () =>
      withClient(connection, async (client) => {
        const { rows } = await client.query<{ answers: number; manifests: number }>(
          `select (select count(*)::int from interactions where outcome = 'answered') as answers,
             (select count(*)::int from record_manifests) as manifests`,
        );
        return rows[0];
      });
    expect(await answers()).toEqual({ answers: 2, manifests: 2 });
    await change("alter table record_manifests rename column text to content");
    expect((await asks()).status).toBe(200);
    expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", problem: null });

    await expect(prepareDatabase(connection)).rejects.toThrow(
      /^A later version of Footnote has migrated this database \(9999-later\)\. Nothing was changed\./,
    );
  } finally {
    await app.close();
  }
});
