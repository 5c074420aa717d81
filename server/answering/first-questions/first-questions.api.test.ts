import { afterAll, beforeAll, expect, test } from "vitest";
import { listFirstQuestions } from "#contract/answering/first-questions.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
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

test("an agent and another company's administrator get none", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { text: claims });
  expect((await agent.call(listFirstQuestions, { id: theme.id })).status).toBe(403);
  expect((await (await buildCompany(app)).admin.call(listFirstQuestions, { id: theme.id })).status).toBe(404);
  expect((await (await buildSuperAdmin(app)).call(listFirstQuestions, { id: theme.id })).status).toBe(200);
});
