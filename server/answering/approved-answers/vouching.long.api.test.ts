import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createApprovedAnswer,
  listApprovedAnswers,
  updateApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const quote = "A customer may return an unopened product within 30 days of delivery.";

async function setUp() {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const approve = (more: object) =>
    admin.call(createApprovedAnswer, {
      ...{ themeId: theme.id, question: "How long may a product be returned?", answer: quote },
      citations: [{ documentId: document.id, quote }],
      ...more,
    });
  return { admin, theme, approve };
}

test("chosen words that seem to say otherwise need the confirmation of whoever compared them", async () => {
  const { admin, approve, theme } = await setUp();
  const longer = { answer: quote.replace("30", "60") };
  const doubted = await approve(longer);
  expect([doubted.status, doubted.error.fields?.vouchedFor]).toEqual([
    400,
    expect.stringContaining("seem to say otherwise"),
  ]);
  expect((await admin.call(listApprovedAnswers, { themeId: theme.id })).body).toEqual([]);
  const { body } = await approve({ ...longer, vouchedFor: true });
  expect(body.claims).toMatchObject([{ verdict: "open" }]);
  const { id, version } = body;
  const again = await admin.call(updateApprovedAnswer, {
    id,
    version,
    answer: longer.answer.replace("60", "90"),
  });
  expect(again.error.fields).toHaveProperty("vouchedFor");
});

test("a day that is over is no review date, unless the answer has it", async () => {
  const { admin, approve } = await setUp();
  expect((await approve({ reviewOn: "2020-01-01" })).error.fields).toHaveProperty("reviewOn");
  const { id, version } = (await approve({ reviewOn: "2999-01-01" })).body;
  const past = await admin.call(updateApprovedAnswer, { id, version, reviewOn: "2020-01-01" });
  expect(past.error.fields?.reviewOn).toContain("later day");
  expect((await admin.call(updateApprovedAnswer, { id, version, reviewOn: "2999-01-01" })).status).toBe(200);
});
