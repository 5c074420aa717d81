import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, rateAnswer } from "#contract/answering/answers.ts";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { createHold, liftHold } from "#contract/evidence/holds.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { setRetention } from "#contract/evidence/retention.ts";
import { updateUser } from "#contract/identity/users.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { storeHeads } from "#server/evidence/record/store-heads.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, type TestPerson } from "#testing/build.ts";
import { bundleOf } from "#testing/bundles.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme } from "#testing/documents.ts";
import { readZip } from "#testing/raw-zip.ts";
import { tamper } from "#testing/tamper.ts";

/** P14: what screens, reports and answers are made from cannot differ from the record unseen. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  // checks run only on the test's request
  await app.services.queue.work({ ...workersOf(app.services), "check-record": () => Promise.resolve() });
});
afterAll(() => app.close());

const found = async (companyId: number) => (await checkRecord(app, companyId)).problem;

test("rows that screens show, reports count and answers quote are compared with the record", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const question = {
    themeId: theme.id,
    userQuery: "How many days does a customer have to return an unopened product?",
    sessionId: "s",
  };
  const rated = (await admin.call(ask, question)).body.interactionId;
  const unrated = (await admin.call(ask, question)).body.interactionId;
  await admin.call(rateAnswer, { interactionId: rated, rating: "good" });
  await admin.call(rateAnswer, { interactionId: rated, rating: "bad" });
  await admin.call(setRetention, { interactions: 24 });
  const standing = (await admin.call(createHold, { themeId: theme.id, reason: "Suit" })).body.id;
  const lifted = (await admin.call(createHold, { from: "2026-01-01", reason: "Audit" })).body.id;
  await admin.call(liftHold, { id: lifted, reason: "Settled" });
  await admin.call(updateUser, { id: agent.id, role: "workspace_admin" });
  await admin.call(createApprovedAnswer, {
    themeId: theme.id,
    question: "Are gift cards refundable?",
    answer: "Gift cards are not refundable.",
    citations: [{ documentId: document.id, quote: "Gift cards are not refundable." }],
  });
  await storeHeads(app.services);
  expect(await found(companyId)).toBeNull();
  const company = `company_id = ${companyId}`;
  const changes: [kind: string, table: string, statement: string][] = [
    ["rating", "interactions", `update interactions set rating = 'good' where id = ${rated}`],
    ["rating", "interactions", `update interactions set rating = null where id = ${rated}`],
    ["rating", "interactions", `update interactions set rating = 'good' where id = ${unrated}`],
    ["periods", "retention_periods", `update retention_periods set interactions = 6 where ${company}`],
    ["periods", "retention_periods", `delete from retention_periods where ${company}`],
    ["hold", "holds", `delete from holds where id = ${standing}`],
    ["hold", "holds", `update holds set last_day = '2020-01-01' where id = ${standing}`],
    [
      "hold",
      "holds",
      `update holds set lifted_at = now(), lifted_by = set_by, lift_reason = '' where id = ${standing}`,
    ],
    [
      "hold",
      "holds",
      `update holds set lifted_at = null, lifted_by = null, lift_reason = null where id = ${lifted}`,
    ],
    ["role", "users", `update users set role = 'agent' where id = ${agent.id}`],
    ["approved", "approved_answers", `update approved_answers set answer = 'Never. [1]' where ${company}`],
    ["approved", "approved_answers", `update approved_answers set state = 'suspended' where ${company}`],
    ["approved", "approved_answers", `delete from approved_answers where ${company}`],
    ["approved", "approved_citations", `update approved_citations set quote = 'Never.' where ${company}`],
    ["text", "passages", `update passages set text = replace(text, '30', '60') where ${company}`],
    ["text", "passages", `delete from passages where ${company} and ordinal = 0`],
    ["text", "pages", `update pages set text = replace(text, '30', '60') where ${company}`],
  ];
  for (const [kind, table, statement] of changes) {
    await tamper(app, async (client) => {
      await client.query(`create table kept as select * from ${table} where ${company}`);
      expect((await client.query(statement)).rowCount, statement).toBeGreaterThan(0);
    });
    expect((await found(companyId))?.kind, statement).toBe(kind);
    if (kind === "role") expect(await pageOf(admin)).toContain("has another role than was recorded.");
    await tamper(app, (client) =>
      client.query(
        `delete from ${table} where ${company}; insert into ${table} overriding system value select * from kept; drop table kept`,
      ),
    );
  }
  expect(await found(companyId)).toBeNull();
  expect(await pageOf(admin)).toContain("All were as recorded.");
});

async function pageOf(admin: TestPerson): Promise<string | undefined> {
  const { zip } = await bundleOf(admin);
  return readZip(zip)
    .find(({ name }) => name === "index.html")
    ?.bytes.toString();
}

test("a proof from an altered record is refused with a sentence", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const question = { themeId: theme.id, userQuery: "Are gift cards refundable?", sessionId: "s" };
  const { interactionId } = (await admin.call(ask, question)).body;
  await storeHeads(app.services);
  await tamper(
    app,
    `update record_heads set root = set_bit(root, 9, 1 - get_bit(root, 9)) where stream = ${companyId}`,
  );
  const refused = await admin.call(getRecordProof, { interactionId });
  expect([refused.status, refused.error.error]).toEqual([
    409,
    expect.stringContaining("This record was altered"),
  ]);
});
