import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory, stopAnswer } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { absentId } from "#testing/fixtures/paths.ts";
import {
  buildTwoCompanies,
  canary,
  expectAlike,
  type TwoCompanies,
} from "#testing/fixtures/two-companies.ts";
import { ask } from "#testing/ask.ts";

/**
 * Authenticated, not authorized: nothing foreign gets into an answer, a prompt or a stream, and nothing foreign stops
 * one.
 */
let model: ModelServer;
let app: TestApp;
let own: TwoCompanies["own"];
let foreign: TwoCompanies["foreign"];
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({ env: { SMART_BASE_URL: model.url } });
  ({ own, foreign } = await buildTwoCompanies(app));
});
afterAll(async () => {
  await app.close();
  await model.close();
});

test("foreign ids anywhere in the body are answered like absent ones, and no foreign byte reaches the model (Dify CVE-2026-41950, Open WebUI CVE-2026-45402)", async () => {
  await own.admin.call(updateCompany, { id: own.companyId, openaiApiKey: "sk-test-1234567890" });
  model.behave({ kind: "answer", reply: (prompt) => `Said: ${prompt.slice(0, 200)} [1].` });
  model.calls.length = 0;
  const question = {
    userQuery: "What is the word of the day?",
    sessionId: "shared-session",
  };
  await expectAlike(
    own.admin,
    ask,
    { ...question, themeId: foreign.theme.id },
    { ...question, themeId: absentId },
  );
  const smuggled = {
    documentId: foreign.document.id,
    documentIds: [foreign.document.id],
    files: [{ id: foreign.document.id, type: "file" }],
    theme: { id: foreign.theme.id },
    companyId: foreign.companyId,
    context: {
      company_id: foreign.companyId,
      themes: [foreign.theme.id],
      nested: [[{ themeId: foreign.theme.id }]],
    },
    interactionId: foreign.interactionId,
  };
  const answer = await own.admin.call(ask, { ...question, themeId: own.theme.id, ...smuggled });
  expect(answer.text).not.toContain(canary);
  const query = await fetch(
    `${app.url}/api/chat?themeId=${foreign.theme.id}&companyId=${foreign.companyId}`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${own.admin.token}`,
        "content-type": "application/json",
        "x-company-id": String(foreign.companyId),
      },
      body: JSON.stringify({ ...question, themeId: own.theme.id }),
    },
  );
  expect(await query.text()).not.toContain(canary);
  expect(model.calls.length).toBeGreaterThan(0);
  const prompts = JSON.stringify(model.calls);
  expect(prompts.includes("harmless")).toBe(true);
  expect(prompts).not.toContain(canary);
});

test("a session id guessed or copied brings nothing of another person's conversation into a prompt", async () => {
  await own.admin.call(ask, {
    themeId: own.theme.id,
    userQuery: "What is the word of the day? And what else?",
    sessionId: "shared-session",
  });
  model.calls.length = 0;
  const colleague = await buildPerson(app, {
    role: "agent",
    companyId: own.companyId,
    workspaceIds: [own.workspaceId],
  });
  await colleague.call(ask, {
    themeId: own.theme.id,
    userQuery: "What is the word of the day, in short?",
    sessionId: "shared-session",
  });
  expect(model.calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(model.calls)).toContain("in short");
  expect(JSON.stringify(model.calls)).not.toContain("And what else");
});

test("retrieval itself is bound to its company: asked for a foreign theme it finds nothing (Open WebUI CVE-2026-45398)", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ content_version: number }>("select content_version from themes where id = $1", [
      foreign.theme.id,
    ]),
  );
  const theme = { id: foreign.theme.id, content_version: rows[0]?.content_version ?? 0 };
  const hits = (companyId: number) =>
    themeIndexes.of(app.services).call("search", {
      theme: { ...theme, company_id: companyId },
      question: "word of the day",
      limit: 10,
      documents: null,
    });
  expect((await hits(foreign.companyId)).hits.length).toBeGreaterThan(0);
  expect((await hits(own.companyId)).hits).toEqual([]);
  expect((await hits(foreign.companyId)).hits.length).toBeGreaterThan(0);
});

test("1,000 guessed, copied and neighboring ids stop nobody's answer and reveal no byte of it (LibreChat CVE-2026-31950, Onyx CVE-2026-42276)", async () => {
  await foreign.admin.call(updateCompany, { id: foreign.companyId, openaiApiKey: "sk-test-1234567890" });
  model.behave({ kind: "hang" });
  const running = foreign.agent.call(ask, {
    themeId: foreign.theme.id,
    userQuery: "What is the word?",
    sessionId: "run",
  });
  await expect.poll(() => model.calls.at(-1)?.wasAborted).toBe(false);
  let stopped = 0;
  let bytes = 0;
  const personOf = (n: number) => (n % 2 === 0 ? own.admin : own.agent);
  const idOf = (n: number) => foreign.interactionId + (n % 50);
  // 250 at once: a slow machine resets some of a thousand new connections before it reads them
  const thousand = async (one: (n: number) => Promise<void>) => {
    for (let from = 0; from < 1000; from += 250)
      await Promise.all(Array.from({ length: 250 }, (_, n) => one(from + n)));
  };
  await thousand(async (n) => {
    const reply = await personOf(n).call(stopAnswer, { interactionId: idOf(n) });
    if (reply.body.stopped) stopped += 1;
  });
  // its own asker stops it
  const mine = await foreign.agent.call(listHistory, {});
  const latest = Math.max(...mine.body.map((entry) => entry.interactionId), foreign.interactionId);
  let isStopped = false;
  for (let id = latest; id < latest + 60 && !isStopped; id++)
    isStopped = (await foreign.agent.call(stopAnswer, { interactionId: id })).body.stopped;
  expect(isStopped).toBe(true);
  expect((await running).status).toBe(503);
  await thousand(async (n) => {
    const read = await personOf(n).call(getInteraction, { id: idOf(n) });
    if (read.status === 200 && read.text.includes(canary)) bytes += read.text.length;
  });
  console.info(`1,000 ids of other people's answers: ${stopped} stopped, ${bytes} bytes read`);
  expect(stopped).toBe(0);
  expect(bytes).toBe(0);
});
