import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, rateAnswer } from "#contract/answers.ts";
import { getDocumentContent, listDocuments, uploadDocuments } from "#contract/documents.ts";
import { listInteractions } from "#contract/interactions.ts";
import { createTheme } from "#contract/themes.ts";
import { startTestApp } from "#server/testing/app.ts";
import type { TestApp } from "#server/testing/app.ts";
import { buildCompany, formOf } from "#server/testing/build.ts";
import type { TestPerson } from "#server/testing/build.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const policy = `Refund Policy

1. Scope
This policy applies to all electronics sold by Harbor Retail.

2. Time limits
A customer may return an unopened product within 30 days of delivery. Opened products may be returned within 14 days.
Gift cards are not refundable.

3. Late refunds
A refund that is not paid within ten business days is reported to the billing supervisor.
`;

export async function untilReady(admin: TestPerson, themeId: number): Promise<void> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const { body } = await admin.call(listDocuments, { id: themeId });
    if (Array.isArray(body) && body.every((document) => document.status !== "processing")) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the documents were not read in time");
}

test("an uploaded policy answers a question with its words and its place", async () => {
  const { admin } = await buildCompany(app);
  const theme = await admin.call(createTheme, { name: "Refunds", purpose: "Answer refund questions" });
  expect(theme.status).toBe(201);
  const id = theme.body.id;
  const upload = await admin.call(
    uploadDocuments,
    { id },
    { form: formOf({ name: "Refund Policy.txt", bytes: policy }) },
  );
  expect(upload.body).toMatchObject({ uploadedCount: 1, totalCount: 1, errors: [] });
  await untilReady(admin, id);
  const answer = await admin.call(ask, {
    themeId: id,
    userQuery: "How many days does a customer have to return an unopened product?",
    sessionId: "s1",
  });
  expect(answer.status).toBe(200);
  expect(answer.body.outcome).toBe("answered");
  expect(answer.body.mode).toBe("extractive");
  expect(answer.body.response).toContain("within 30 days of delivery. [1]");
  const [citation] = answer.body.citations;
  expect(citation).toMatchObject({ marker: 1, documentName: "Refund Policy.txt", page: null });
  expect(policy).toContain(citation?.quote);
  const source = await admin.call(getDocumentContent, { id: citation?.documentId ?? 0 });
  expect(source.body.content).toContain("Gift cards are not refundable.");
  expect(
    (await admin.call(rateAnswer, { interactionId: answer.body.interactionId, rating: "good" })).status,
  ).toBe(200);
  const list = await admin.call(listInteractions, {});
  expect(list.body).toMatchObject([
    { chat_interactions: { id: answer.body.interactionId, rating: "good" }, user: { email: admin.email } },
  ]);
});

test("a question that the documents do not answer gets no invented answer", async () => {
  const { admin } = await buildCompany(app);
  const { body: theme } = await admin.call(createTheme, { name: "Refunds" });
  await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: "Refund Policy.txt", bytes: policy }) },
  );
  await untilReady(admin, theme.id);
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "What is the dosage of ibuprofen for children?",
    sessionId: "s1",
  });
  expect(body).toMatchObject({
    outcome: "abstained",
    citations: [],
    response: "The documents do not answer this",
  });
});
