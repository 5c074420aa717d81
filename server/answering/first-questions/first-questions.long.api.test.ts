import { afterAll, beforeAll, expect, test } from "vitest";
import { listFirstQuestions } from "#contract/answering/first-questions.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildEmptyTheme, buildTheme, upload, untilRead } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const claims = `Claims Handbook

1. Time limits
A claim for theft must be filed within 10 days of the event. The customer may appeal within 14 days.

2. Records
Claim records must be kept for seven years. Access to claim records is logged.

3. Fees
A hard disk may be kept by the customer for a fee of $30.
`;

test("questions come from the documents' own sentences, each with the words that answer it, and none is recorded", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin, { text: claims, fileName: "Claims Handbook.txt" });
  const { status, body } = await admin.call(listFirstQuestions, { id: theme.id });
  expect(status).toBe(200);
  expect(body.map(({ question }) => question)).toContain(
    "Within how many days of the event must a claim for theft be filed?",
  );
  expect(body.length).toBeGreaterThan(1);
  expect(body.length).toBeLessThanOrEqual(5);
  for (const { answer, documentId } of body) {
    expect(claims.replaceAll(/\s+/g, " ")).toContain(answer.replaceAll(/\s+/g, " "));
    expect(documentId).toBe(document.id);
  }
  expect(rowsOf((await admin.call(listInteractions, {})).body)).toEqual([]);
});

test("a theme without documents, or whose documents oblige nobody, has no questions", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Empty");
  expect((await admin.call(listFirstQuestions, { id: theme.id })).body).toEqual([]);
  await upload(
    admin,
    theme.id,
    "Story.txt",
    "A story\n\nOnce there was a king. He had a castle near the sea.\n",
  );
  await untilRead(admin, theme.id);
  expect((await admin.call(listFirstQuestions, { id: theme.id })).body).toEqual([]);
});

test("headings that ask are questions, statements too, and changed documents give others", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin, {
    text: "Delivery Handbook\n\n1. When does a parcel arrive at the customer?\nParcels arrive after two days at the latest. The carrier rings at the door and waits for the customer.\n\n2. Prices of returns\nReturn shipping costs $9.95 for other returns. The store prints each return shipping label for free.\n",
  });
  const asked = async () =>
    (await admin.call(listFirstQuestions, { id: theme.id })).body.map(({ question }) => question);
  const first = await asked();
  expect(first).toEqual(
    expect.arrayContaining([
      "When does a parcel arrive at the customer?",
      "How much does return shipping cost for other returns?",
    ]),
  );
  await upload(admin, theme.id, "Claims Handbook.txt", claims);
  await untilRead(admin, theme.id);
  expect(await asked()).toContain("Within how many days of the event must a claim for theft be filed?");
});

test("whoever can ask a theme gets its questions, and nobody else", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { text: claims });
  expect((await agent.call(listFirstQuestions, { id: theme.id })).status).toBe(404);
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  expect((await agent.call(listFirstQuestions, { id: theme.id })).body).toEqual(
    (await admin.call(listFirstQuestions, { id: theme.id })).body,
  );
  expect((await (await buildCompany(app)).admin.call(listFirstQuestions, { id: theme.id })).status).toBe(404);
  expect((await (await buildSuperAdmin(app)).call(listFirstQuestions, { id: theme.id })).status).toBe(200);
});
