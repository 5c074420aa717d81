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
import { openPlace } from "#server/operation/backup/place.ts";
import { restore } from "#server/operation/backup/restore.ts";
import { newestMigration } from "#server/operation/backup/sources.ts";
import { pendingMigrations, prepareDatabase } from "#server/platform/database/prepare.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { startTestApp } from "#testing/app.ts";
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
  const place = openPlace(unpack(version));
  await restore(place, { connection, files: openFiles({ filesUrl, dataDir: folder }) });
  return { connection, filesUrl };
}

test.each(versions)(
  "a database of %s is upgraded: every answer, document, key and record is as it was, and new questions are answered",
  async (version) => {
    const then = JSON.parse(readFileSync(join(earlier, `${version}.json`), "utf8")) as Then;
    const { connection, filesUrl } = await restored(version);
    const pending = pendingMigrations(await newestMigration(connection));
    expect(pending.length).toBeGreaterThan(0);

    const app = await startTestApp({
      owner: connection,
      env: { FILES_URL: filesUrl, SECRET_KEY, PUBLIC_URL },
    });
    try {
      expect(pendingMigrations(await newestMigration(connection))).toEqual([]);
      await keepSchedule(app.services);
      const outdated = () =>
        withClient(connection, async (client) => {
          const { rows } = await client.query<{ outdated: number }>(
            // a replaced version answers no more
            `select count(*)::int as outdated from segments s join document_versions v on v.id = s.version_id
              where v.status = 'ready' and s.format <> $1 and not exists (select 1 from document_versions w
                where w.document_id = v.document_id and w.status = 'ready' and w.version > v.version)`,
            [segmentFormat],
          );
          return rows[0]?.outdated;
        });
      // what the earlier version derived is made again, without a hand
      await expect.poll(outdated, { timeout: 60_000 }).toBe(0);
      for (const company of then.companies) {
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
      const [one, other] = then.companies;
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
      console.info(
        `${version}: ${pending.length} migrations, ${then.companies.flatMap(({ answers }) => answers).length} answers as they were`,
      );
    } finally {
      await app.close();
    }
  },
);

test.each(versions)(
  "a migration that fails leaves a database of %s unchanged, with a message",
  async (version) => {
    const { connection } = await restored(version);
    const before = await newestMigration(connection);
    const last = pendingMigrations(before).at(-1);
    const columns = () =>
      withClient(connection, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1",
        );
        return rows.map(({ name }) => name);
      });
    // in the way of a migration that is not the first to run
    const inTheWay = (statement: string) => withClient(connection, (client) => client.query(statement));
    await inTheWay("create table used_assertions (id integer)");
    const found = await columns();
    await expect(prepareDatabase(connection)).rejects.toThrow(
      /^The database could not be brought up to date: .*used_assertions.*already exists/,
    );
    expect(await newestMigration(connection)).toBe(before);
    expect(await columns()).toEqual(found);
    await inTheWay("drop table used_assertions");
    await prepareDatabase(connection);
    expect(await newestMigration(connection)).toBe(last);
  },
);

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
