import { afterAll, beforeAll, expect, test } from "vitest";
import { getOpening, signOffDocument } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildEmptyTheme, buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("a theme opens with its documents and questions made from their headings", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const { body } = await admin.call(getOpening, { id: theme.id });
  expect(body).toEqual({
    documents: 1,
    updatedOn: app.services.clock.now().toISOString().slice(0, 10),
    names: [{ id: document.id, name: "Refund Policy.txt", version: 1 }],
    questions: ["What are the rules on time limits?", "What are the rules on late refunds?"],
  });
});

test("a document awaiting sign-off is neither named nor asked about", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  const nothing = { documents: 0, updatedOn: null, names: [], questions: [] };
  expect((await admin.call(getOpening, { id: theme.id })).body).toEqual(nothing);
  await admin.call(signOffDocument, { id: document.id });
  expect((await admin.call(getOpening, { id: theme.id })).body.documents).toBe(1);
  const empty = await buildEmptyTheme(app, "Empty");
  expect((await empty.admin.call(getOpening, { id: empty.theme.id })).body).toEqual(nothing);
});
