import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptProposal, getOpening, proposeTheme, signOffDocument } from "#contract/knowledge/documents.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildEmptyTheme, buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("a theme opens with its documents", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const { body } = await admin.call(getOpening, { id: theme.id });
  expect(body).toEqual({
    documents: 1,
    updatedOn: app.services.clock.now().toISOString().slice(0, 10),
    names: [{ id: document.id, name: "Refund Policy.txt", version: 1 }],
  });
});

test("a name and a purpose are proposed from titles and chapters, to whoever may change the theme", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { fileName: "rfp_v2.txt" });
  expect((await admin.call(proposeTheme, { id: theme.id })).body).toEqual({
    name: "Refund Policy",
    purpose: "Answers questions about time limits and late refunds, from Refund Policy.",
  });
  expect((await agent.call(proposeTheme, { id: theme.id })).status).toBe(403);
  expect((await (await buildCompany(app)).admin.call(proposeTheme, { id: theme.id })).status).toBe(404);
  const empty = await buildEmptyTheme(app, "Empty");
  expect((await empty.admin.call(proposeTheme, { id: empty.theme.id })).body).toEqual({
    name: null,
    purpose: null,
  });
});

test("what the documents propose is recorded as the program's words, with the person who took it over", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { fileName: "rfp_v2.txt" });
  const accept = { id: theme.id, fields: ["purpose" as const], version: theme.version };
  expect((await agent.call(acceptProposal, accept)).status).toBe(403);
  const { body } = await admin.call(acceptProposal, accept);
  const purpose = "Answers questions about time limits and late refunds, from Refund Policy.";
  expect(body).toMatchObject({ name: theme.name, purpose });
  const { rows } = (await admin.call(listRecord, { targetType: "theme" })).body;
  expect(rows[0]).toMatchObject({
    action: "theme.accept-proposal",
    actor: { type: "user", id: admin.id },
    before: { name: theme.name, purpose: theme.purpose },
    after: { name: theme.name, purpose },
  });
  // somebody changed it meanwhile
  await admin.call(updateTheme, { id: theme.id, purpose: "Ours." });
  expect((await admin.call(acceptProposal, accept)).status).toBe(409);
  const empty = await buildEmptyTheme(app, "Empty");
  const nothing = await empty.admin.call(acceptProposal, { ...accept, id: empty.theme.id, version: 1 });
  expect([nothing.status, nothing.body]).toMatchObject([409, { code: "conflict" }]);
});

test("a document awaiting sign-off is neither named nor asked about", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  const nothing = { documents: 0, updatedOn: null, names: [] };
  expect((await admin.call(getOpening, { id: theme.id })).body).toEqual(nothing);
  await admin.call(signOffDocument, { id: document.id });
  expect((await admin.call(getOpening, { id: theme.id })).body.documents).toBe(1);
  const empty = await buildEmptyTheme(app, "Empty");
  expect((await empty.admin.call(getOpening, { id: empty.theme.id })).body).toEqual(nothing);
});
