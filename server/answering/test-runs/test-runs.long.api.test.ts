import { afterAll, beforeAll, expect, test } from "vitest";
import { rateAnswer } from "#contract/answering/answers.ts";
import { createApprovedAnswer, getApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { listDesk } from "#contract/answering/desk.ts";
import { decideTestRun, getTestRun, listTestRuns, type TestRun } from "#contract/answering/test-runs.ts";
import { listDocuments, replaceDocument, uploadDocuments } from "#contract/knowledge/documents.ts";
import { getTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf, rowsOf } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme, refundPolicy, untilRead } from "#testing/documents.ts";
import { guardOfChanges } from "./start.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";
const quote = "A customer may return an unopened product within 30 days of delivery.";
const gift = "Are gift cards refundable?";
const longer = refundPolicy.replace("within 30 days of delivery", "within 45 days of delivery");

async function buildGuarded(requireApproval: boolean) {
  const company = await buildCompany(app);
  const { admin } = company;
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, requireApproval });
  const put = async (userQuery: string) =>
    (await admin.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() })).body;
  for (const userQuery of [question, gift, "What is the canteen serving on Friday?"]) {
    const { interactionId } = await put(userQuery);
    await admin.call(rateAnswer, { interactionId, rating: "good" });
  }
  const replace = async (text: string) => {
    const form = formOf({ name: "Refund Policy.txt", bytes: text });
    const reply = await admin.call(replaceDocument, { id: document.id }, { form });
    expect(reply.status, reply.text).toBe(201);
    await untilRead(admin, theme.id);
  };
  const runs = async () => (await admin.call(listTestRuns, { themeId: theme.id })).body;
  /** The newest run, once it has asked everything. */
  const finished = async (): Promise<TestRun> => {
    for (let tries = 0; tries < 400; tries++) {
      const [newest] = await runs();
      if (newest !== undefined && newest.state !== "running") return newest;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("the test run did not finish");
  };
  const documentNow = async () => rowsOf((await admin.call(listDocuments, { id: theme.id })).body)[0];
  const desk = async () => (await admin.call(listDesk, { kind: "test_run" })).body;
  return { ...company, theme, document, put, replace, runs, finished, documentNow, desk };
}

test("a new version that waits for approval shows what it changes, and answers only once a person uses it", async () => {
  const { admin, companyId, put, replace, finished, documentNow, desk } = await buildGuarded(true);
  await replace(longer);
  const run = await finished();
  expect(run).toMatchObject({
    ...{ kind: "document", documentName: "Refund Policy.txt", versionBefore: 1, versionAfter: 2 },
    ...{ state: "finished", isHeld: true, asked: 3, total: 3, broken: 1, fixed: 0, failed: 0 },
  });
  const { questions } = (await admin.call(getTestRun, { id: run.id })).body;
  expect(questions[0]).toMatchObject({
    ...{ kind: "broken", question },
    before: { outcome: "answered", text: expect.stringContaining("30 days of delivery"), version: 1 },
    after: { outcome: "answered", text: expect.stringContaining("45 days of delivery"), version: 2 },
  });
  expect(await documentNow()).toMatchObject({ version: 2, answeringVersion: 1, isHeld: true });
  expect((await put(question)).response).toContain("30 days");
  expect(await desk()).toMatchObject([
    { kind: "test_run", testRun: { id: run.id }, owner: { id: admin.id } },
  ]);
  const [notice] = (await admin.call(listNotifications, {})).body.rows;
  expect(notice).toMatchObject({
    kind: "approval_needed",
    link: `/admin?tab=interactions&status=work&run=${run.id}`,
  });

  const used = await admin.call(decideTestRun, { id: run.id, decision: "use" });
  expect(used.body, used.text).toMatchObject({ state: "used", decidedBy: "Test workspace_admin" });
  expect(await documentNow()).toMatchObject({ answeringVersion: 2, isHeld: false });
  expect((await put(question)).response).toContain("45 days");
  expect(await desk()).toEqual([]);
  expect((await admin.call(decideTestRun, { id: run.id, decision: "keep" })).status).toBe(409);
  expect(await checkRecord(app, companyId)).toMatchObject({ problem: null });
});

test("a declined version never answers, and a later one takes its place", async () => {
  const { admin, put, replace, finished, runs, documentNow } = await buildGuarded(true);
  await replace(longer);
  const first = await finished();
  expect((await admin.call(decideTestRun, { id: first.id, decision: "keep" })).body.state).toBe("kept");
  expect((await put(question)).response).toContain("30 days");
  expect(await documentNow()).toMatchObject({ version: 2, answeringVersion: 1 });
  await replace(longer.replace("45 days", "60 days"));
  const second = await finished();
  await replace(longer.replace("45 days", "75 days"));
  const third = await finished();
  expect((await runs()).map(({ id, state }) => [id, state])).toEqual([
    [third.id, "finished"],
    [second.id, "superseded"],
    [first.id, "kept"],
  ]);
  expect((await admin.call(decideTestRun, { id: second.id, decision: "use" })).status).toBe(409);
  await admin.call(decideTestRun, { id: third.id, decision: "use" });
  expect((await put(question)).response).toContain("75 days");
});

test("a change that needs no approval answers at once, and the desk shows what it changed until somebody has seen it", async () => {
  const { admin, put, replace, finished, desk } = await buildGuarded(false);
  await replace(longer);
  expect((await put(question)).response).toContain("45 days");
  const run = await finished();
  expect(run).toMatchObject({ isHeld: false, broken: 1, versionBefore: 1, versionAfter: 2 });
  expect(await desk()).toMatchObject([{ testRun: { id: run.id } }]);
  expect((await admin.call(decideTestRun, { id: run.id, decision: "use" })).status).toBe(409);
  expect((await admin.call(decideTestRun, { id: run.id, decision: "see" })).body.state).toBe("seen");
  expect(await desk()).toEqual([]);
});

test("documents that arrive together and answer at once are tried together", async () => {
  const { admin, companyId, theme, runs, finished } = await buildGuarded(false);
  const shoes = (days: number) =>
    `Returns of shoes\n\n1. Shoes\nShoes may be returned within ${days} days.\n`;
  const files = [20, 21, 22].map((days) => ({ name: `Shoes ${days}.txt`, bytes: shoes(days) }));
  await admin.call(uploadDocuments, { id: theme.id }, { form: formOf(...files) });
  await untilRead(admin, theme.id);
  await finished();
  const earlier = (await runs()).length;
  await jobCaller(app.services, "test", companyId).transact(async (ctx) => {
    const versions = await ctx.db
      .selectFrom("document_versions as v")
      .innerJoin("documents as d", "d.id", "v.document_id")
      .select(["v.company_id", "v.id", "v.document_id", "d.theme_id"])
      .where("d.theme_id", "=", theme.id)
      .where("d.name", "like", "Shoes%")
      .orderBy("v.id")
      .execute();
    for (const version of versions)
      await guardOfChanges.versionRead(ctx, version, { before: null, isHeld: false });
  });
  expect(await finished()).toMatchObject({ documentName: "Shoes 20.txt", moreDocuments: 2, total: 3 });
  expect(await runs()).toHaveLength(earlier + 1);
});

test("an approved answer goes on while its words stand, and is shown as broken where they would fall", async () => {
  const { admin, theme, document, replace, finished } = await buildGuarded(true);
  const approved = await admin.call(createApprovedAnswer, {
    ...{ themeId: theme.id, question, answer: "Within 30 days of delivery." },
    citations: [{ documentId: document.id, quote }],
  });
  await replace(`${refundPolicy}\n4. Exchanges\nAn exchange is possible within 60 days.\n`);
  expect(await finished()).toMatchObject({ broken: 0, total: 4 });
  await replace(longer);
  const run = await finished();
  const { questions } = (await admin.call(getTestRun, { id: run.id })).body;
  expect(questions[0]).toMatchObject({
    ...{ kind: "broken", approvedId: approved.body.id, question },
    before: { text: "Within 30 days of delivery. [1]", version: 1 },
    after: { text: expect.stringContaining("45 days"), version: 3 },
  });
  const still = await admin.call(getApprovedAnswer, { id: approved.body.id });
  expect(still.body.state).toBe("active");
  await admin.call(decideTestRun, { id: run.id, decision: "use" });
  expect((await admin.call(getApprovedAnswer, { id: approved.body.id })).body.state).toBe("suspended");
});

test("an approved answer whose words would be said in others is shown as changed, not as broken", async () => {
  const { admin, theme, document, replace, finished } = await buildGuarded(true);
  await admin.call(createApprovedAnswer, {
    ...{ themeId: theme.id, question, answer: "Within 30 days of delivery." },
    citations: [{ documentId: document.id, quote }],
  });
  const restated = quote.replace("A customer may return", "Customers may return");
  expect(restated).not.toBe(quote);
  await replace(refundPolicy.replace(quote, restated));
  const run = await finished();
  expect((await admin.call(getTestRun, { id: run.id })).body.questions[0]).toMatchObject({
    ...{ kind: "changed", question },
    after: { text: expect.stringContaining("Customers may return") },
  });
});

test("settings wait too: signatures that would silence a document are shown before they are required", async () => {
  const { admin, theme, put, finished, runs } = await buildGuarded(true);
  const changed = await admin.call(updateTheme, { id: theme.id, name: "Returns", requireSignOff: true });
  expect(changed.body).toMatchObject({
    ...{ name: "Returns", requireSignOff: false, heldChange: { requireSignOff: true } },
  });
  const run = await finished();
  expect(run).toMatchObject({
    ...{ kind: "settings", isHeld: true, broken: 2, total: 3 },
    ...{ settingsBefore: { requireSignOff: false }, settingsAfter: { requireSignOff: true } },
  });
  expect((await put(gift)).outcome).toBe("answered");
  // the same wish again changes nothing; taken back, nothing waits
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  expect(await runs()).toHaveLength(1);
  const back = await admin.call(updateTheme, { id: theme.id, requireSignOff: false });
  expect(back.body.heldChange).toBeNull();
  expect((await runs())[0]?.state).toBe("superseded");
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  const again = await finished();
  await admin.call(decideTestRun, { id: again.id, decision: "use" });
  const now = (await admin.call(getTheme, { id: theme.id })).body;
  expect(now).toMatchObject({ requireSignOff: true, heldChange: null });
  expect((await put(gift)).outcome).toBe("abstained");
});
