import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, listHistory } from "#contract/answering/answers.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const greeting = {
  interactionId: null,
  outcome: "greeting",
  response: "Happy to help. Ask a question about these documents.",
  questions: ["Within how many days of delivery may a customer return an unopened product?"],
  citations: [],
};

test("a greeting gets one sentence with questions to begin with, and is not recorded as a question", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  for (const userQuery of ["Hello, how are you?", "thanks a lot!"]) {
    const { status, body } = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
    expect(status).toBe(200);
    expect(body).toEqual(greeting);
  }
  expect((await admin.call(listHistory, {})).body).toEqual([]);
  expect((await admin.call(listInteractions, {})).body).toEqual([]);
});

test("a streamed greeting is one event", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { text, headers } = await admin.call(
    ask,
    { themeId: theme.id, userQuery: "Good morning!", sessionId: "s" },
    { headers: { accept: "text/event-stream" } },
  );
  expect(headers.get("content-type")).toContain("text/event-stream");
  expect(text).toBe(`data: ${JSON.stringify({ type: "greeting", greeting })}\n\n`);
});

test("a greeting is refused wherever a question would be", async () => {
  const [own, other] = [await buildCompany(app), await buildCompany(app)];
  const { theme } = await buildTheme(own.admin);
  const hello = { themeId: theme.id, userQuery: "Hello", sessionId: "s" };
  expect((await other.admin.call(ask, hello)).status).toBe(404);
  await own.admin.call(updateTheme, { id: theme.id, isActive: false });
  expect((await own.admin.call(ask, hello)).status).toBe(409);
});
