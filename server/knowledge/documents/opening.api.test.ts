import { afterAll, beforeAll, expect, test } from "vitest";
import { getOpening, proposeTheme, signOffDocument } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
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
