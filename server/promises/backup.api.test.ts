import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { backUp, checkBackup } from "#server/operation/backup/back-up.ts";
import { below, openArchive } from "#server/operation/backup/archive.ts";
import { restore } from "#server/operation/backup/restore.ts";
import { openSealed, sealArchive } from "#server/operation/backup/sealed-archive.ts";
import { newestMigration } from "#server/operation/backup/sources.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { startBucketServer } from "#testing/bucket-server.ts";
import { buildCompany, testPassword } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { ask } from "#testing/ask.ts";

/** P29: backed up under load and restored elsewhere, with everything acknowledged before, byte for byte. */
let app: TestApp;
let folder: string;
const databases: Awaited<ReturnType<typeof createEmptyDatabase>>[] = [];

beforeAll(async () => {
  app = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), "footnote-backups-"));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  for (const { drop } of databases) await drop();
});

async function emptyDatabase(): Promise<Connection> {
  const created = await createEmptyDatabase();
  databases.push(created);
  return created.connection;
}

async function save(url: string, passphrase: string | null = null) {
  const { access, files } = app.services;
  const place = await sealArchive(openArchive(url), passphrase);
  const migration = await newestMigration(app.connection);
  // the platform's login, as for an owner subject to the fence
  const manifest = await backUp(place, {
    connection: access.platform,
    files,
    version: "test",
    migration,
    now: new Date(),
  });
  return { place, manifest };
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

test("backed up under load and restored elsewhere, every acknowledged document and answer is the same, and the program continues", async () => {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  const acknowledged: { documents: Map<number, string>; answers: Map<number, string> } = {
    documents: new Map(),
    answers: new Map(),
  };
  let isOver = false;
  const load = async () => {
    for (let turn = 0; !isOver; turn++) {
      const bytes = `Note ${turn} of ${crypto.randomUUID()}: returns take ${turn} days.`;
      const uploaded = await company.admin.call(
        uploadDocuments,
        { id: theme.id },
        { form: formOf({ name: `Note ${crypto.randomUUID()}.txt`, bytes }) },
      );
      for (const { id } of uploaded.body.documents) acknowledged.documents.set(id, sha256(bytes));
      const { body } = await company.admin.call(ask, {
        themeId: theme.id,
        userQuery: `How many days to return a product? ${turn}`,
        sessionId: "load",
      });
      acknowledged.answers.set(body.interactionId, sha256(body.response));
    }
  };
  const working = Promise.all([load(), load(), load()]);
  await expect.poll(() => acknowledged.answers.size, { timeout: 60_000 }).toBeGreaterThan(5);
  const before = { documents: new Map(acknowledged.documents), answers: new Map(acknowledged.answers) };
  const { place, manifest } = await save(join(folder, "loaded"));
  isOver = true;
  await working;
  expect(await checkBackup(place)).toEqual(manifest);

  const connection = await emptyDatabase();
  const filesUrl = `file:${join(folder, "restored-files")}`;
  await restore(place, { connection, files: openFiles({ filesUrl, dataDir: folder }) });
  // runs migrations, logins and fences like any start
  const secretKey = app.services.config.secretKeys.current.key.toString("hex");
  const second = await startTestApp({
    owner: connection,
    env: { FILES_URL: filesUrl, SECRET_KEY: secretKey },
  });
  try {
    const found = await withClient(connection, async (client) => ({
      documents: (
        await client.query<{ id: number; key: string }>(
          "select document_id as id, file_key as key from document_versions",
        )
      ).rows,
      answers: (await client.query<{ id: number; answer: string }>("select id, answer from interactions"))
        .rows,
    }));
    const documents = new Map(
      await Promise.all(
        found.documents.map(
          async ({ id, key }) => [id, sha256(await buffer(await second.services.files.read(key)))] as const,
        ),
      ),
    );
    const answers = new Map(found.answers.map(({ id, answer }) => [id, sha256(answer)]));
    for (const [id, hash] of before.documents) expect(documents.get(id), `document ${id}`).toBe(hash);
    for (const [id, hash] of before.answers) expect(answers.get(id), `answer ${id}`).toBe(hash);
    console.info(
      `${before.documents.size} documents and ${before.answers.size} answers acknowledged before the backup: all restored`,
    );
    const login = await fetch(`${second.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: company.admin.email, password: testPassword }),
    });
    const { sessionToken } = (await login.json()) as { sessionToken: string };
    const asked = await fetch(`${second.url}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${sessionToken}` },
      body: JSON.stringify({ themeId: theme.id, userQuery: "How many days to return?", sessionId: "again" }),
    });
    const { interactionId } = (await asked.json()) as { interactionId: number };
    expect(interactionId).toBeGreaterThan(Math.max(...answers.keys()));
  } finally {
    await second.close();
  }
});

test("a database in use is refused before anything is read", async () => {
  const { place } = await save(join(folder, "refused"));
  await expect(restore(place, { connection: app.connection, files: app.services.files })).rejects.toThrow(
    "This database is in use.",
  );
});

test("a changed, swapped or missing part is found before the database is touched", async () => {
  const company = await buildCompany(app);
  await buildTheme(company.admin);
  const { manifest } = await save(join(folder, "whole"));
  const [first, second] = manifest.files;
  const damages: Record<string, (place: string) => void> = {
    "a byte of a file": (place) => {
      const path = join(place, "files", first?.key ?? "");
      const bytes = readFileSync(path);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    "a file is gone": (place) => rmSync(join(place, "files", first?.key ?? "")),
    "two tables exchanged": (place) => {
      const tables = join(place, "tables");
      cpSync(join(tables, "themes.copy.gz"), join(tables, "users.copy.gz"));
    },
    unfinished: (place) => rmSync(join(place, "manifest.json")),
  };
  if (second !== undefined && second.sha256 !== first?.sha256)
    damages["two files exchanged"] = (place) =>
      cpSync(join(place, "files", second.key), join(place, "files", first?.key ?? ""));
  for (const [name, damage] of Object.entries(damages)) {
    const copy = join(folder, `damaged ${name}`);
    cpSync(join(folder, "whole"), copy, { recursive: true });
    damage(copy);
    const connection = await emptyDatabase();
    const files = openFiles({ filesUrl: `file:${join(folder, "unused")}`, dataDir: folder });
    await expect(restore(openArchive(copy), { connection, files }), name).rejects.toThrow(
      /^(The (table|file) .* differs from what was written|The backup in .* lacks|There is no finished backup)/,
    );
    const { rows } = await withClient(connection, (client) =>
      client.query<{ n: string }>("select count(*) as n from pg_tables where schemaname = 'public'"),
    );
    expect(Number(rows[0]?.n), name).toBe(0);
  }
});

test("encrypted, no part can be read or swapped, and a wrong passphrase opens nothing", async () => {
  const canary = `KESTREL-${randomBytes(6).toString("hex")}`;
  const company = await buildCompany(app);
  await buildTheme(company.admin, { text: `Refund Policy\n\n1. Scope\nThe code word is ${canary}.\n` });
  const url = join(folder, "sealed");
  await save(url, "four brown horses");
  const parts = readdirSync(url, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const part of parts)
    expect(readFileSync(join(part.parentPath, part.name)).includes(canary), part.name).toBe(false);
  await expect(checkBackup(await openSealed(openArchive(url), "four white horses"))).rejects.toThrow(
    "the passphrase is wrong, or the file was changed",
  );
  await expect(openSealed(openArchive(url), null)).rejects.toThrow("Set BACKUP_PASSPHRASE");
  expect(
    (await checkBackup(await openSealed(openArchive(url), "four brown horses"))).files.length,
  ).toBeGreaterThan(0);
  const tables = join(url, "tables");
  cpSync(join(tables, "themes.copy.gz"), join(tables, "users.copy.gz"));
  await expect(checkBackup(await openSealed(openArchive(url), "four brown horses"))).rejects.toThrow(
    "tables/users.copy.gz cannot be decrypted",
  );
});

test("a bucket stores a backup as a folder does", async () => {
  const bucket = await startBucketServer();
  process.env.AWS_ACCESS_KEY_ID ??= "test";
  process.env.AWS_SECRET_ACCESS_KEY ??= "test";
  try {
    const url = below(`s3://backups/nightly?endpoint=${encodeURIComponent(bucket.url)}`, "one");
    const { manifest } = await save(url, "four brown horses");
    expect(await checkBackup(await openSealed(openArchive(url), "four brown horses"))).toEqual(manifest);
  } finally {
    await bucket.close();
  }
});
