import { randomUUID } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { deleteDocument, listDocuments } from "#contract/knowledge/documents.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { recover } from "#server/operation/start/recovery.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme, untilRead } from "#testing/documents.ts";
import { sweepFiles } from "#server/operation/jobs/sweep-files.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Bytes left behind by an upload killed before its row was committed. */
function strand(hoursAgo: number): string {
  const id = randomUUID();
  const folder = join(app.services.config.dataDir, "files", id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, id), "bytes without a row");
  const then = Date.now() / 1000 - hoursAgo * 3600;
  utimesSync(join(folder, id), then, then);
  return `${id.slice(0, 2)}/${id}`;
}

test("bytes of killed uploads are removed after a day; referenced and recent ones stay", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await untilRead(admin, theme.id);
  const kept = await keys();
  const [old, fresh] = [strand(30), strand(1)];
  expect(await sweepFiles(app.services)).toMatchObject({ removed: 1 });
  await expect(app.services.files.read(old)).rejects.toThrow();
  expect((await buffer(await app.services.files.read(fresh))).toString()).toBe("bytes without a row");
  app.clock.advance(48 * 3600 * 1000);
  // by now the file with a row is old enough too, and only the other one is removed
  expect(await sweepFiles(app.services)).toMatchObject({ removed: 1 });
  app.clock.advance(-48 * 3600 * 1000);
  for (const key of kept)
    expect((await buffer(await app.services.files.read(key))).length).toBeGreaterThan(0);
});

test("no file is removed when most files look unreferenced", async () => {
  const stranded = Array.from({ length: 40 }, () => strand(30));
  expect((await sweepFiles(app.services)).removed).toBe(0);
  for (const key of stranded) await app.services.files.remove(key);
});

test("a document deleted before a crash never answers again after a restart", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const [document] = await untilRead(admin, theme.id);
  const question = { themeId: theme.id, userQuery: "When are refunds paid?", sessionId: "kill" };
  expect((await admin.call(ask, question)).body.citations.length).toBeGreaterThan(0);
  expect((await admin.call(deleteDocument, { id: document?.id ?? 0 })).status).toBe(200);
  // The row alone decides: passages and segment still exist, as after a kill at this moment.
  const left = await withClient(app.connection, (client) =>
    client.query(
      "select count(*)::int as n from passages p join document_versions v on v.id = p.version_id where v.document_id = $1",
      [document?.id],
    ),
  );
  expect(left.rows[0]?.n).toBeGreaterThan(0);
  await recover(app.services, { isAlone: true });
  for (let n = 0; n < 20; n++) expect((await admin.call(ask, question)).body.citations).toEqual([]);
  const { body } = await admin.call(listDocuments, { id: theme.id });
  expect(Array.isArray(body) ? body : body.rows).toEqual([]);
});

async function keys(): Promise<string[]> {
  return systemCaller(app.services, "test").transact(async (ctx) =>
    (await ctx.db.selectFrom("document_versions").select("file_key").execute()).map((row) => row.file_key),
  );
}
