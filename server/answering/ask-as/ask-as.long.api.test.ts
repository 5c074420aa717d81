import { afterAll, beforeAll, expect, test } from "vitest";
import { askAs, listAskers, listDocumentsAs, openDeskAs } from "#contract/answering/ask-as.ts";
import { listHistory } from "#contract/answering/answers.ts";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { deactivateUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  createTheme,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { viewerFor, callerFor } from "#server/kernel/callers.ts";
import type { Person } from "#server/kernel/actor.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany, buildPerson, buildSuperAdmin } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildTheme, upload, untilRead } from "#testing/documents.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const userQuery = "Within how many days may a customer return an unopened product?";

/** A theme that the agent can ask by name, and another that they cannot. */
async function buildDesk() {
  const place = await buildCompany(app);
  const { theme, document } = await buildTheme(place.admin);
  await place.admin.call(assignThemeAgent, { id: theme.id, userId: place.agent.id });
  const { body: other } = await place.admin.call(createTheme, { name: "Salaries" });
  return { ...place, theme, document, other };
}

test("an administrator sees the themes, documents and answer of a person, as the person gets them", async () => {
  const { admin, agent, theme, document } = await buildDesk();
  const desk = await admin.call(openDeskAs, { id: agent.id });
  expect(desk.status).toBe(200);
  expect(desk.body.person.email).toBe(agent.email);
  expect(desk.body.themes.map(({ name }) => name)).toEqual(["Refunds"]);
  const documents = await admin.call(listDocumentsAs, { id: agent.id, themeId: theme.id });
  expect(documents.body).toEqual([{ id: document.id, name: "Refund Policy.txt", version: 1, answers: true }]);
  const seen = await admin.call(askAs, { id: agent.id, themeId: theme.id, userQuery });
  expect(seen.status).toBe(200);
  const own = await agent.call(ask, { themeId: theme.id, userQuery, sessionId: "own" });
  const { interactionId: _, timings: _timings, ...given } = own.body;
  expect(seen.body).toMatchObject(given);
  expect(seen.body).not.toHaveProperty("interactionId");
});

test("an approved answer is shown as the person would get it, and its uses aren't counted", async () => {
  const { admin, agent, theme, document } = await buildDesk();
  await admin.call(createApprovedAnswer, {
    themeId: theme.id,
    question: userQuery,
    answer: "Within 30 days.",
    citations: [
      {
        documentId: document.id,
        quote: "A customer may return an unopened product within 30 days of delivery.",
      },
    ],
  });
  const { body } = await admin.call(askAs, { id: agent.id, themeId: theme.id, userQuery });
  expect(body).toMatchObject({ mode: "approved", outcome: "answered" });
  const uses = await withClient(app.connection, (client) =>
    client.query(
      "select 1 from approved_uses u join themes t on t.company_id = u.company_id where t.id = $1",
      [theme.id],
    ),
  );
  expect(uses.rows).toEqual([]);
});

test("looking and asking are on record with both people, and leave no trace in history, interactions or reports", async () => {
  const { admin, agent, theme } = await buildDesk();
  await admin.call(openDeskAs, { id: agent.id });
  await admin.call(askAs, { id: agent.id, themeId: theme.id, userQuery });
  await admin.call(askAs, { id: agent.id, themeId: theme.id, userQuery: "Hello!" });
  const { rows } = (await admin.call(listRecord, { targetType: "user", targetId: String(agent.id) })).body;
  expect(rows.filter(({ action }) => action.endsWith("-as"))).toMatchObject([
    {
      action: "user.ask-as",
      actor: { id: admin.id },
      after: { themeId: theme.id, outcome: "answered", mode: "extractive" },
    },
    { action: "user.see-as", actor: { id: admin.id }, target: { type: "user", id: String(agent.id) } },
  ]);
  expect((await admin.call(listRecord, { actorId: agent.id })).body.rows).toEqual([]);
  expect((await agent.call(listHistory, {})).body).toEqual([]);
  expect((await admin.call(listHistory, {})).body).toEqual([]);
  expect(rowsOf((await admin.call(listInteractions, {})).body)).toEqual([]);
  expect((await admin.call(getChatReport, { period: 7 })).body.totalInteractions).toBe(0);
});

test("a theme that the person can't ask is absent, also for an administrator who could", async () => {
  const { admin, agent, other } = await buildDesk();
  expect((await admin.call(askAs, { id: agent.id, themeId: other.id, userQuery })).status).toBe(404);
  expect((await admin.call(listDocumentsAs, { id: agent.id, themeId: other.id })).status).toBe(404);
  expect((await admin.call(ask, { themeId: other.id, userQuery, sessionId: "own" })).status).toBe(200);
});

test("a document that waits for a signature opens for administrators only", async () => {
  const { admin, agent, theme, companyId, workspaceId } = await buildDesk();
  const colleague = await buildPerson(app, {
    role: "workspace_admin",
    companyId,
    workspaceIds: [workspaceId],
  });
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true, version: theme.version });
  await upload(
    admin,
    theme.id,
    "Fees.txt",
    "Fees\n\nA fee of $5 must be paid within 10 days of the order.\n",
  );
  await untilRead(admin, theme.id);
  const seenBy = async (id: number) =>
    rowsOf((await admin.call(listDocumentsAs, { id, themeId: theme.id })).body).map(
      ({ name, version, answers }) => ({
        name,
        version,
        answers,
      }),
    );
  expect(await seenBy(agent.id)).toContainEqual({ name: "Fees.txt", version: null, answers: false });
  expect(await seenBy(colleague.id)).toContainEqual({ name: "Fees.txt", version: 1, answers: false });
});

test("who may not be seen: another company, another workspace, oneself, more rights, nobody to ask, deactivated", async () => {
  const { admin, agent, companyId, workspaceId, theme } = await buildDesk();
  const superAdmin = await buildSuperAdmin(app);
  const elsewhere = await buildCompany(app);
  const { body: apart } = await admin.call(createWorkspace, { name: "Apart", companyId });
  const stranger = await buildPerson(app, { role: "agent", companyId, workspaceIds: [apart.id] });
  const examiner = await buildPerson(app, { role: "examiner", companyId, workspaceIds: [workspaceId] });
  const statuses = async (id: number, by = admin) => [
    (await by.call(openDeskAs, { id })).status,
    (await by.call(listDocumentsAs, { id, themeId: theme.id })).status,
    (await by.call(askAs, { id, themeId: theme.id, userQuery })).status,
  ];
  expect(await statuses(elsewhere.agent.id)).toEqual([404, 404, 404]);
  expect(await statuses(superAdmin.id)).toEqual([404, 404, 404]);
  expect(await statuses(stranger.id)).toEqual([403, 403, 403]);
  expect(await statuses(examiner.id)).toEqual([403, 403, 403]);
  expect(await statuses(admin.id)).toEqual([403, 403, 403]);
  expect(await statuses(admin.id, agent)).toEqual([403, 403, 403]);
  expect(await statuses(agent.id, elsewhere.admin)).toEqual([404, 404, 404]);
  // a super admin looks after every company, and nobody looks over a super admin's shoulder
  expect(await statuses(agent.id, superAdmin)).toEqual([200, 200, 200]);
  expect(await statuses((await buildSuperAdmin(app)).id, superAdmin)).toEqual([403, 403, 403]);
  await admin.call(deactivateUser, { id: agent.id });
  expect(await statuses(agent.id)).toEqual([409, 409, 409]);
  expect((await admin.call(openDeskAs, { id: agent.id })).error.error).toMatch(
    /is deactivated and can't ask anything/,
  );
});

test("who can ask a theme stands under each reason, with whom one may look as", async () => {
  const { admin, agent, companyId, workspaceId, theme } = await buildDesk();
  const { body: apart } = await admin.call(createWorkspace, { name: "Apart", companyId });
  const stranger = await buildPerson(app, { role: "agent", companyId, workspaceIds: [apart.id] });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: apart.id });
  const { body } = await admin.call(listAskers, { id: theme.id });
  expect(
    body.map(({ reason, workspace, total, people }) => ({
      reason,
      workspace: workspace?.name ?? null,
      total,
      people: people.map(({ id, maySeeAs, whyNot }) => [id, maySeeAs || whyNot]),
    })),
  ).toEqual([
    { reason: "by_name", workspace: null, total: 1, people: [[agent.id, true]] },
    { reason: "workspace", workspace: "Apart", total: 1, people: [[stranger.id, "another_workspace"]] },
    { reason: "administrator", workspace: null, total: 1, people: [[admin.id, "yourself"]] },
  ]);
  // each of them reaches it by the rules that decide when they ask
  for (const { people } of body)
    for (const { id } of people.filter(({ maySeeAs }) => maySeeAs))
      expect((await admin.call(openDeskAs, { id })).body.themes.map(({ id: one }) => one)).toContain(
        theme.id,
      );
  expect((await agent.call(listAskers, { id: theme.id })).status).toBe(403);
  expect((await (await buildCompany(app)).admin.call(listAskers, { id: theme.id })).status).toBe(404);
  expect(workspaceId).not.toBe(apart.id);
});

test("the database refuses a write in the name of the person who is seen", async () => {
  const { admin, agent, companyId, theme } = await buildDesk();
  const person = (id: number, role: Person["role"]): Person => ({
    ...{ type: "user", id, role, name: "", email: "", companyId, sessionId: "" },
  });
  const origin = { requestId: crypto.randomUUID(), address: "" };
  const caller = callerFor(app.services, person(admin.id, "workspace_admin"), origin, null);
  const viewer = viewerFor(caller, person(agent.id, "agent"));
  await expect(
    viewer.transact((ctx) =>
      ctx.db.updateTable("themes").set({ name: "Mine" }).where("id", "=", theme.id).execute(),
    ),
  ).rejects.toThrow(/read-only transaction/);
  await expect(
    viewer.transact((ctx) => {
      ctx.audit({ action: "theme.update", target: { type: "theme", id: theme.id } });
      return Promise.resolve();
    }),
  ).rejects.toThrow(/read-only transaction/);
});
