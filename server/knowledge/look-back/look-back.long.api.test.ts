import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { deleteDocument, replaceDocument } from "#contract/knowledge/documents.ts";
import {
  exportLookBack,
  getLookBack,
  listChangedRules,
  listLookBackAnswers,
  listLookBackPeople,
  notifyOfChangedRules,
} from "#contract/knowledge/look-back.ts";
import { listNotifications, setNotificationPreference } from "#contract/notices/notifications.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { deactivateUser } from "#contract/identity/users.ts";
import { sendDigests } from "#server/notices/notifications/digest.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme, refundPolicy, untilRead } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const unopened = "How many days does a customer have to return an unopened product?";
const late = "To whom must a refund that is not paid within ten business days be reported?";

/** Three people received one rule, and one of them a second. */
async function companyWithReaders() {
  const company = await buildCompany(app);
  const { admin, companyId, workspaceId } = company;
  const { theme, document } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const people: TestPerson[] = [company.agent];
  for (let n = 0; n < 2; n++)
    people.push(await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] }));
  for (const person of people) await admin.call(assignThemeAgent, { id: theme.id, userId: person.id });
  const put = async (person: TestPerson, userQuery: string) =>
    (await person.call(ask, { themeId: theme.id, userQuery, sessionId: "s" })).body;
  const answers = [];
  for (const person of people) answers.push(await put(person, unopened));
  answers.push(await put(people[0] as TestPerson, late));
  return { ...company, theme, document, people, answers, put };
}

test("a document, version, page or passage leads to every answer that cites it and everyone who received it", async () => {
  const { admin, document, people, answers } = await companyWithReaders();
  const whole = await admin.call(getLookBack, { id: document.id });
  expect(whole.body).toMatchObject({ name: "Refund Policy.txt", versions: [1], answers: 4, people: 3 });
  // counted directly
  const direct = await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ passage: number; page: number; answers: number; people: number }>(
      `select s.passage_ordinal as passage, s.page_index as page, count(distinct i.id)::int as answers, count(distinct i.user_id)::int as people
       from interaction_sources s join interactions i on i.id = s.interaction_id
       where s.document_id = $1 and s.marker is not null group by 1, 2`,
      [document.id],
    );
    return rows;
  });
  expect(direct.length).toBeGreaterThan(1);
  for (const { passage, page, answers: count, people: readers } of direct) {
    const { body } = await admin.call(getLookBack, { id: document.id, version: 1, pageIndex: page, passage });
    expect(body).toMatchObject({ answers: count, people: readers });
  }
  expect((await admin.call(getLookBack, { id: document.id, version: 2 })).body).toMatchObject({
    answers: 0,
    people: 0,
  });
  const listed = await admin.call(listLookBackPeople, { id: document.id });
  expect(listed.body.total).toBe(3);
  expect(listed.body.rows.map(({ id, answers: count }) => [id, count])).toEqual([
    [people[0]?.id, 2],
    [people[2]?.id, 1],
    [people[1]?.id, 1],
  ]);
  const second = await admin.call(listLookBackPeople, { id: document.id, page: 2, pageSize: 2 });
  expect(second.body.rows.map(({ id }) => id)).toEqual([people[1]?.id]);
  const all = await admin.call(listLookBackAnswers, { id: document.id, pageSize: 3 });
  expect(all.body.total).toBe(4);
  expect(all.body.rows.map(({ interactionId }) => interactionId)).toEqual(
    answers
      .slice(1)
      .map(({ interactionId }) => interactionId)
      .toReversed(),
  );
  // even after it is deleted
  await admin.call(deleteDocument, { id: document.id });
  expect((await admin.call(getLookBack, { id: document.id })).body.answers).toBe(4);
});

test("the export has each citation with its recipient, and is on record", async () => {
  const { admin, document, people } = await companyWithReaders();
  const { text } = await admin.call(exportLookBack, { id: document.id, version: 1 });
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
  const { body } = await admin.call(getLookBack, { id: document.id });
  expect(new Set(rows.map((row) => row["Interaction ID"])).size).toBe(body.answers);
  expect(new Set(rows.map((row) => row.Email))).toEqual(new Set(people.map(({ email }) => email)));
  expect(rows[0]).toMatchObject({ Version: "1", Theme: "Refunds", Question: unopened });
  const events = await admin.call(listRecord, { action: "document.export-look-back" });
  expect(events.body.rows).toHaveLength(1);
});

test("each active person who received a changed rule is notified once, with old and new words", async () => {
  const { admin, document, theme, people, put, companyId } = await companyWithReaders();
  const [first, second, leaver] = people as [TestPerson, TestPerson, TestPerson];
  await admin.call(deactivateUser, { id: leaver.id });
  expect((await admin.call(listChangedRules, { id: document.id })).body).toEqual({ version: 1, rows: [] });
  const changed = refundPolicy.replace("unopened product within 30 days", "unopened product within 45 days");
  await admin.call(
    replaceDocument,
    { id: document.id },
    { form: formOf({ name: "Refund Policy.txt", bytes: changed }) },
  );
  await untilRead(admin, theme.id);
  const { body } = await admin.call(listChangedRules, { id: document.id });
  expect(body.version).toBe(2);
  // words that still exist verbatim have not changed
  expect(body.rows).toHaveLength(1);
  expect(body.rows[0]).toMatchObject({ version: 1, people: 2, told: 0 });
  expect(body.rows[0]?.before).toContain("within 30 days");
  expect(body.rows[0]?.after).toContain("within 45 days");
  await second.call(setNotificationPreference, { kind: "rule_changed", delivery: "digest" });
  expect((await admin.call(notifyOfChangedRules, { id: document.id })).body).toEqual({ notices: 2 });
  const toldTo = async (person: TestPerson) =>
    (await person.call(listNotifications, {})).body.rows.filter(({ kind }) => kind === "rule_changed");
  for (const person of [first, second]) await expect.poll(async () => (await toldTo(person)).length).toBe(1);
  const [notice] = await toldTo(first);
  expect(notice?.title).toMatch(/^The rule you were given on \d{4}-\d{2}-\d{2} has changed$/);
  expect(notice?.words?.before).toContain("within 30 days");
  expect(notice?.words?.after).toContain("within 45 days");
  expect(notice?.link).toMatch(/^\/agent-workbench\?interaction=\d+$/);
  await sendDigests(app.services);
  await expect.poll(() => app.mail.sent.filter(({ to }) => to === second.email).length).toBe(1);
  const letter = app.mail.sent.find(({ to }) => to === second.email);
  expect(letter?.text).toMatch(/It said: .*30 days.*\n.*It says now: .*45 days/);
  expect(app.mail.sent.some(({ to }) => to === leaver.email)).toBe(false);
  // a second press notifies nobody again, and never a person who received the new rule
  await put(first, unopened);
  expect((await admin.call(notifyOfChangedRules, { id: document.id })).body).toEqual({ notices: 0 });
  expect((await admin.call(listChangedRules, { id: document.id })).body.rows[0]).toMatchObject({
    people: 2,
    told: 2,
  });
  await expect
    .poll(async () => {
      const { rows } = await withClient(app.connection, (client) =>
        client.query<{ n: number }>(
          "select count(*)::int as n from jobs.job where name = 'tell-changed-rules' and state in ('created', 'active', 'retry') and data ->> 'companyId' = $1",
          [String(companyId)],
        ),
      );
      return rows[0]?.n;
    })
    .toBe(0);
  expect(await toldTo(first)).toHaveLength(1);
});

test("a removed rule has no new words, and white space alone is no change", async () => {
  const { admin, document, theme } = await companyWithReaders();
  const shorter = refundPolicy
    .slice(0, refundPolicy.indexOf("3. Late refunds"))
    .replace("A customer may", "A customer\n   may");
  await admin.call(
    replaceDocument,
    { id: document.id },
    { form: formOf({ name: "Refund Policy.txt", bytes: shorter }) },
  );
  await untilRead(admin, theme.id);
  const { body } = await admin.call(listChangedRules, { id: document.id });
  expect(body.rows).toHaveLength(1);
  expect(body.rows[0]?.before).toContain("ten business days");
  expect(body.rows[0]?.after ?? "").not.toContain("ten business days");
});

test("another company's document looks absent, and an agent cannot look back", async () => {
  const { document, agent } = await companyWithReaders();
  const other = await buildCompany(app);
  for (const spec of [
    getLookBack,
    listLookBackPeople,
    listLookBackAnswers,
    exportLookBack,
    listChangedRules,
  ]) {
    expect((await other.admin.call(spec, { id: document.id })).status).toBe(404);
    expect((await agent.call(spec, { id: document.id })).status).toBe(403);
  }
  expect((await other.admin.call(notifyOfChangedRules, { id: document.id })).status).toBe(404);
});
