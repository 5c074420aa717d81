import { afterAll, beforeAll, expect, test } from "vitest";
import { rateAnswer } from "#contract/answering/answers.ts";
import { getTestRun, listTestRuns } from "#contract/answering/test-runs.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import type { TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelApp } from "#testing/model-app.ts";
import type { ModelServer } from "#testing/model-server.ts";

let model: ModelServer;
let app: TestApp;
beforeAll(async () => void ({ app, model } = await startModelApp()));
afterAll(() => app.close());

const right = "A customer may return an unopened product within 30 days of delivery [1].";
const other = "Opened products may be returned within 14 days [1].";
const terse = "Answer in as few words as possible.";

async function buildRated(withKey: boolean) {
  const { admin, companyId } = await buildCompany(app);
  if (withKey) await admin.call(updateCompany, { id: companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(admin);
  model.behave({
    kind: "answer",
    reply: (prompt) => (prompt.includes(terse) ? other : right),
  });
  const userQuery = "How many days does a customer have to return an unopened product?";
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() });
  await admin.call(rateAnswer, { interactionId: body.interactionId, rating: "good" });
  await admin.call(updateTheme, { id: theme.id, guidingInstructions: terse });
  const newest = async () => (await admin.call(listTestRuns, { themeId: theme.id })).body[0];
  return { admin, newest };
}

test("other instructions are tried with the theme's model, before them and with them", async () => {
  const { admin, newest } = await buildRated(true);
  await expect.poll(async () => (await newest())?.state, { timeout: 20_000 }).toBe("finished");
  const run = await newest();
  expect(run).toMatchObject({
    kind: "settings",
    isHeld: false,
    total: 1,
    settingsAfter: { guidingInstructions: terse },
  });
  const { questions } = (await admin.call(getTestRun, { id: run?.id ?? 0 })).body;
  expect(questions).toMatchObject([
    {
      kind: "changed",
      before: { text: expect.stringContaining("within 30 days of delivery") },
      after: { text: expect.stringContaining("within 14 days") },
    },
  ]);
});

test("without a model, other instructions change no answer, and nothing is tried", async () => {
  const { newest } = await buildRated(false);
  expect(await newest()).toBeUndefined();
});
