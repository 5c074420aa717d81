import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { createProgramAnswer } from "#contract/answering/programs.ts";
import { createRecordBundle, exportRecord, listRecord } from "#contract/evidence/record.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { numbersOf } from "./bundle-store.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A key that asked a question, and a person of the same number who asked one too. */
async function buildTwins() {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ last: number }>("select max(id) as last from users");
    // the key's own user comes first
    await client.query(`alter table api_keys alter column id restart with ${(rows[0]?.last ?? 0) + 2}`);
  });
  const { body } = await admin.call(createApiKey, {
    name: "Website",
    scopes: ["theme:ask"],
    themeIds: [theme.id],
  });
  const twin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  expect(twin.id).toBe(body.key.id);
  const question = "Within how many days may customers return a product?";
  const asked = await call(app.url, body.secret, createProgramAnswer, { themeId: theme.id, question });
  expect(asked.status).toBe(201);
  await twin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  return { admin, companyId, twin, keyId: body.key.id };
}

test("what a program does is read, filtered and exported under its key, not under the person of the same number", async () => {
  const { admin, twin, keyId } = await buildTwins();
  const { body: all } = await admin.call(listRecord, { action: "question.ask" });
  expect(all.rows.map(({ actor }) => [actor.type, actor.id, actor.name])).toEqual([
    ["user", twin.id, "Test workspace_admin"],
    ["key", keyId, "Website"],
  ]);
  const ofPerson = { action: "question.ask", actorId: twin.id };
  expect((await admin.call(listRecord, ofPerson)).body.rows.map(({ actor }) => actor.type)).toEqual(["user"]);
  const ofProgram = { action: "question.ask", actorId: keyId - 1 };
  expect((await admin.call(listRecord, ofProgram)).body.rows.map(({ actor }) => actor.type)).toEqual(["key"]);
  for (const format of ["jsonl", "csv", "ocsf"] as const) {
    const exported = await admin.call(exportRecord, { format, action: "question.ask" });
    expect(exported.status).toBe(200);
    expect(exported.text).toContain("Website");
    if (format === "csv") expect(exported.text).toContain(`Website,key,,${keyId},question.ask`);
  }
});

test("a bundle of a person holds nothing of the program whose key has the same number", async () => {
  const { admin, companyId, twin, keyId } = await buildTwins();
  expect((await admin.call(createRecordBundle, { userId: twin.id })).status).toBe(202);
  const typesIn = (userId: number) =>
    withClient(app.connection, async (client) => {
      const numbers = await jobCaller(app.services, "test", companyId).transact((ctx) =>
        numbersOf(ctx, companyId, { userId }, 10_000),
      );
      const { rows } = await client.query<{ type: string }>(
        "select distinct actor_type as type from audit_events where stream = $1 and seq = any ($2)",
        [companyId, numbers],
      );
      return rows.map(({ type }) => type);
    });
  expect(await typesIn(twin.id)).toEqual(["user"]);
  expect(await typesIn(keyId - 1)).toEqual(["key"]);
});

test("an erased event of a program shows its key's name", async () => {
  const { admin, companyId, keyId } = await buildTwins();
  await withClient(app.connection, (client) =>
    client.query(
      `update audit_events set salt = null, details = sha256('x'), before = null, after = null, actor_name = '', address = ''
       where stream = $1 and actor_type = 'key'`,
      [companyId],
    ),
  );
  const { body } = await admin.call(listRecord, { action: "question.ask", actorId: keyId - 1 });
  expect(body.rows[0]).toMatchObject({ isErased: true, actor: { type: "key", name: "Website" } });
});
