import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentFile } from "#contract/knowledge/documents.ts";
import {
  checkRecord,
  createRecordBundle,
  exportRecord,
  getRecordProof,
  getRecordState,
  listRecord,
  listRecordActions,
  listRecordHeads,
  rotateRecordKey,
  signRecordHead,
} from "#contract/evidence/record.ts";
import { updateUser } from "#contract/identity/users.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  removeThemeWorkspace,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { writeEvents } from "#testing/write-events.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function countOf(where: string): Promise<number> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ n: number }>(`select count(*)::int as n from audit_events where ${where}`),
  );
  return rows[0]?.n ?? -1;
}

test("the record is read page by page, newest first, to its first event", async () => {
  const { admin, companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 450);
  const numbers: number[] = [];
  let before: number | undefined;
  do {
    const { body } = await admin.call(listRecord, {
      limit: 200,
      ...(before === undefined ? {} : { before }),
    });
    numbers.push(...body.rows.map(({ number }) => number));
    before = body.next ?? undefined;
  } while (before !== undefined);
  expect(numbers).toEqual(Array.from({ length: 450 }, (_, n) => 450 - n));
});

test("targets show their name from the time of the event, people their current one", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin, { companyWorkspaceId: workspaceId, name: "Before" });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  await admin.call(updateTheme, { id: theme.id, name: "After" });
  await admin.call(removeThemeWorkspace, { id: theme.id, workspaceId });
  await admin.call(getDocumentFile, { id: document.id });
  const { body } = await admin.call(listRecord, { limit: 200 });
  const nameOf = (action: string) => body.rows.find((row) => row.action === action)?.target.name;
  expect(nameOf("theme.assign-workspace")).toBe("Before");
  expect(nameOf("theme.remove-workspace")).toBe("After");
  expect(nameOf("document.download")).toBe("Refund Policy.txt");
  const asked = { themeId: theme.id, userQuery: `How\n long? ${"word ".repeat(60)}`, sessionId: "s" };
  await admin.call(ask, asked);
  const { body: questions } = await admin.call(listRecord, { action: "question.answer" });
  expect(questions.rows[0]?.target.name).toBe(`How long? ${"word ".repeat(22)}`);
  const { body: bundle } = await admin.call(createRecordBundle, { themeId: theme.id, userId: admin.id });
  expect(bundle).toMatchObject({ themeName: "After", personName: "Test workspace_admin" });
  // whom an event concerns is named, too
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  await admin.call(updateUser, { id: agent.id, firstName: "Jens", lastName: "Krag" });
  const given = await admin.call(listRecord, { targetType: "theme" });
  const involvedIn = (action: string) => given.body.rows.find((row) => row.action === action)?.involved;
  expect(involvedIn("theme.assign-agent")).toBe("Jens Krag");
  expect(involvedIn("theme.assign-workspace")).toBe("Main");
  expect(involvedIn("theme.create")).toBeNull();
  // another company's rows have no name here
  await writeEvents(app, companyId, 1, () => ({ action: "test.strange", target: { type: "theme", id: 1 } }));
  const other = await buildCompany(app);
  await writeEvents(app, other.companyId, 1, () => ({
    action: "test.strange",
    target: { type: "theme", id: theme.id },
  }));
  const strange = await other.admin.call(listRecord, { action: "test.strange" });
  expect(strange.body.rows[0]?.target.name).toBeNull();
});

test("each filter shows the same events as a direct count", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  await admin.call(ask, { themeId: theme.id, userQuery: "How long?", sessionId: "s" });
  await agent.call(listRecord, {});
  await writeEvents(app, companyId, 30, (n) => ({
    result: n % 3 === 0 ? "failed" : "done",
    after: { name: `50% of _${n}_` },
  }));
  const here = `stream = ${companyId}`;
  const filters: [Parameters<typeof admin.call<typeof listRecord>>[1], string][] = [
    [{}, "true"],
    [{ actorId: admin.id }, `actor_id = ${admin.id}`],
    [{ action: "question.ask" }, "action = 'question.ask'"],
    [
      { targetType: "theme", targetId: String(theme.id) },
      `target_type = 'theme' and target_id = '${theme.id}'`,
    ],
    [{ result: "failed" }, "result = 'failed'"],
    [{ result: "refused" }, "result = 'refused'"],
    [{ text: "50% of _7_" }, "after::text like '%50\\% of \\_7\\_%'"],
    [{ text: "test workspace" }, "actor_name ilike '%test workspace%'"],
    [{ from: "2001-01-01", to: "2001-02-01" }, "false"],
    [{ from: "2001-01-01" }, "true"],
    [{ to: "2001-01-01" }, "false"],
    [{ actorId: admin.id, action: "theme.create" }, `actor_id = ${admin.id} and action = 'theme.create'`],
  ];
  for (const [filter, where] of filters) {
    const { body } = await admin.call(listRecord, { ...filter, limit: 200 });
    expect(body.rows.length, JSON.stringify(filter)).toBe(await countOf(`${here} and ${where}`));
  }
  const { body } = await admin.call(listRecord, { targetType: "theme", targetId: String(theme.id) });
  expect(body.rows.at(-1)).toMatchObject({
    actor: { type: "user", id: admin.id, role: "workspace_admin", name: "Test workspace_admin" },
    action: "theme.create",
    result: "done",
    address: "127.0.0.1",
  });
  const actions = await admin.call(listRecordActions, {});
  expect(actions.body).toEqual(expect.arrayContaining(["call.refuse", "question.answer", "theme.create"]));
  expect(actions.body).toEqual(actions.body.toSorted());
});

test("a search by words looks through a part of a long log at a time, and in the end through all of it", async () => {
  const { admin, companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 20_400, (n) =>
    n === 20 || n === 20_350 ? { after: { name: "Needle" } } : {},
  );
  const found: number[] = [];
  const parts: number[] = [];
  for (let before: number | undefined; ;) {
    const { body } = await admin.call(listRecord, { text: "needle", before, limit: 50 });
    found.push(...body.rows.map(({ number }) => number));
    parts.push(body.rows.length);
    if (body.next === null) break;
    before = body.next;
  }
  expect(parts).toEqual([1, 1]);
  expect(found).toEqual(found.toSorted((a, b) => b - a));
  expect((await admin.call(listRecord, { text: "needle", limit: 1 })).body.next).toBe(found[0]);
  const none = await admin.call(listRecord, { text: "no such words" });
  expect([none.body.rows.length, none.body.next === null]).toEqual([0, false]);
});

test("the export holds the filtered events, in three formats, and is itself on record", async () => {
  const { admin, companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 2_300, (n) => ({ after: { name: n === 5 ? "=cmd()" : `n${n}` } }));
  const lines = (text: string) => text.trimEnd().split("\n");
  const jsonl = await admin.call(exportRecord, { action: "test.write" });
  const events = lines(jsonl.text).map((line) => JSON.parse(line) as { number: number; action: string });
  expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 2_300 }, (_, n) => n + 1));
  const csv = await admin.call(exportRecord, { action: "test.write", format: "csv" });
  expect(lines(csv.text)).toHaveLength(2_301);
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const ocsf = await admin.call(exportRecord, { action: "test.write", format: "ocsf" });
  expect(JSON.parse(lines(ocsf.text)[0] ?? "")).toMatchObject({
    class_uid: 6003,
    category_uid: 6,
    type_uid: 600_399,
    metadata: { uid: "1", version: "1.3.0" },
    api: { operation: "test.write" },
  });
  const { body } = await admin.call(listRecord, { action: "record.export" });
  expect(body.rows.map(({ after }) => after?.format)).toEqual(["ocsf", "csv", "jsonl"]);
});

test("a head is signed on demand, and a check runs to its end in the background", async () => {
  const { admin, companyId } = await buildCompany(app);
  const none = await admin.call(getRecordState, {});
  expect(none.body).toMatchObject({ size: 0, head: null, outside: [], check: null, places: [] });
  await writeEvents(app, companyId, 10);
  const { body: head } = await admin.call(signRecordHead, {});
  expect(head).toMatchObject({ size: 11, key: expect.stringContaining("PUBLIC KEY") as string });
  expect((await admin.call(listRecordHeads, {})).body[0]).toEqual(head);
  const { body: check } = await admin.call(checkRecord, {});
  expect(check.finishedAt).toBeNull();
  await expect
    .poll(async () => (await admin.call(getRecordState, {})).body.check)
    .toMatchObject({ id: check.id, outcome: "intact", checked: 12, size: 12, problem: null, outside: null });
});

test("an administrator reads only their own company's record, an agent none, a super admin the chosen one or the platform's", async () => {
  const one = await buildCompany(app);
  const other = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  await writeEvents(app, one.companyId, 3);
  expect((await one.agent.call(listRecord, {})).status).toBe(403);
  expect((await other.admin.call(listRecord, {})).body.rows).toEqual([]);
  expect((await other.admin.call(listRecord, { companyId: one.companyId })).status).toBe(404);
  expect((await superAdmin.call(listRecord, { companyId: one.companyId })).body.size).toBeGreaterThan(2);
  const platform = await superAdmin.call(listRecord, { limit: 200 });
  expect(platform.body.rows.length).toBe(Math.min(200, await countOf("stream = 0")));
  expect((await one.admin.call(rotateRecordKey)).status).toBe(403);
  const rotated = await superAdmin.call(rotateRecordKey);
  expect((await superAdmin.call(signRecordHead, {})).body.key).toBe(rotated.body.key);
});

test("a proof exists only for a reachable, existing answer", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery: "How long?", sessionId: "s" });
  const proof = await admin.call(getRecordProof, { interactionId: body.interactionId });
  expect(JSON.parse(proof.body.manifest.content ?? "")).toMatchObject({ question: "How long?" });
  const other = await buildCompany(app);
  const foreign = await other.admin.call(getRecordProof, { interactionId: body.interactionId });
  const absent = await other.admin.call(getRecordProof, { interactionId: 2_000_000_000 });
  expect([foreign.status, absent.status]).toEqual([404, 404]);
});
