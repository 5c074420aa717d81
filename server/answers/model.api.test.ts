import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask, stopAnswer } from "#contract/answers.ts";
import { checkModelKey, updateCompany } from "#contract/companies.ts";
import { listInteractions } from "#contract/interactions.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { ModelServer } from "#testing/model-server.ts";

let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({ env: { SMART_BASE_URL: model.url, SMART_MODEL: "test-model" } });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => void (model.calls.length = 0));

const question = "How many days does a customer have to return an unopened product?";

async function companyWithKey() {
  const company = await buildCompany(app);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(company.admin);
  const put = (userQuery = question) =>
    company.admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s1" });
  return { ...company, theme, put };
}

test("with a key the model answers, each sentence checked against the passage it cites", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () =>
      "An unopened product may be returned within 30 days of delivery [1]. Opened products may be returned within 60 days [1]. The moon is far away.",
  });
  const { body } = await put();
  expect(body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(body.claims.map((claim) => claim.verdict)).toEqual(["supported", "unsupported", "unsupported"]);
  expect(body.citations[0]?.quote).toContain("within 30 days of delivery");
  const [call] = model.calls;
  expect(call?.key).toBe("sk-test-1234567890");
  expect(call?.body).toMatchObject({ model: "test-model", stream: true });
});

test("a second look confirms what the model can point at, and what the words it points at state", async () => {
  const { put } = await companyWithKey();
  const answered =
    "Anybody may hand an unopened item back within 30 days of delivery [1]. " +
    "Anybody may hand an opened item back within 30 days of delivery [1].";
  const quote = "A customer may return an unopened product within 30 days of delivery";
  const pointing = (reply: string) =>
    model.behave({ kind: "answer", reply: (prompt) => (prompt.includes("pair-1") ? reply : answered) });
  const verdicts = async () => (await put()).body.claims.map(({ verdict }) => verdict);
  pointing("1: no\n2: no");
  expect(await verdicts()).toEqual(["partly", "partly"]);
  pointing(`1: ${quote}\n2: ${quote}`);
  expect(await verdicts()).toEqual(["supported", "partly"]);
  pointing("1: Anybody may hand an unopened item back\n2: no");
  expect(await verdicts()).toEqual(["partly", "partly"]);
});

test("the prompt holds nothing about the person who asks", async () => {
  const { put, admin } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () => "An unopened product may be returned within 30 days of delivery [1].",
  });
  await put();
  const sent = JSON.stringify(model.calls);
  expect(sent).not.toContain(admin.email);
  expect(sent).not.toContain("workspace_admin");
});

test("a mark that names no passage that was sent never becomes a citation", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () =>
      "An unopened product may be returned within 30 days of delivery [1][77]. Gift cards are not refundable [99].",
  });
  const { body } = await put();
  expect(body.citations.map((citation) => citation.marker)).toEqual([1]);
  expect(body.response).not.toContain("[77]");
  expect(body.response).not.toContain("[99]");
});

test("an answer of which no sentence is confirmed becomes an honest refusal", async () => {
  const { put } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "Customers receive a free car after 99 years [1]." });
  const { body } = await put();
  expect(body).toMatchObject({ outcome: "abstained", response: "The documents do not answer this" });
});

test.each([
  ["refuses the key", { kind: "status", status: 401 } as const, "refused the key"],
  ["fails", { kind: "status", status: 500, retryAfter: "0" } as const, "fault"],
  ["is over its limit", { kind: "status", status: 429, retryAfter: "0" } as const, "over its limit"],
  ["cuts the stream", { kind: "cut", text: "An unopened product may be" } as const, ""],
  [
    "sends no JSON",
    { kind: "garbage", contentType: "text/event-stream", body: "data: {{{\n\n" } as const,
    "",
  ],
  ["sends a web page", { kind: "garbage", contentType: "text/html", body: "<h1>hello</h1>" } as const, ""],
  ["never ends", { kind: "flood", bytes: 50_000_000 } as const, "far too long"],
])("a provider that %s loses no question and stores no half answer", async (_name, behaviour, said) => {
  const { put, admin } = await companyWithKey();
  model.behave(behaviour);
  const answer = await put();
  expect(answer.status).toBe(503);
  expect(answer.error.error).toContain(said);
  const { body } = await admin.call(listInteractions, {});
  expect(body).toMatchObject([
    { chat_interactions: { userQuery: question, outcome: "failed", botResponse: "" } },
  ]);
});

test("a provider that is busy once is asked again", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "status",
    status: 429,
    retryAfter: "0",
    times: 1,
    next: {
      kind: "answer",
      reply: () => "An unopened product may be returned within 30 days of delivery [1].",
    },
  });
  expect((await put()).body.outcome).toBe("answered");
});

test("stopping an answer ends the provider's call within a second", async () => {
  const { admin, theme } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "word ".repeat(2000), delayMs: 20 });
  const response = await fetch(`${app.url}/api/chat`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${admin.token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ themeId: theme.id, userQuery: question, sessionId: "s1" }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const interactionId = Number(/"interactionId":(\d+)/.exec(first?.value ?? "")?.[1]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const stopped = await admin.call(stopAnswer, { interactionId });
  expect(stopped.body).toEqual({ stopped: true });
  let rest = "";
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
    rest += part.value;
  expect(rest).toContain('"failed"');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(model.calls[0]?.wasAborted).toBe(true);
});

test("leaving the page ends the provider's call within a second", async () => {
  const { admin, theme } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "word ".repeat(2000), delayMs: 20 });
  const leave = new AbortController();
  const response = await fetch(`${app.url}/api/chat`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${admin.token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ themeId: theme.id, userQuery: question, sessionId: "s1" }),
    signal: leave.signal,
  });
  await response.body?.getReader().read();
  await new Promise((resolve) => setTimeout(resolve, 200));
  leave.abort();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(model.calls[0]?.wasAborted).toBe(true);
  const { body } = await admin.call(listInteractions, {});
  expect(body).toMatchObject([{ chat_interactions: { outcome: "failed" } }]);
});

test("nobody stops the answer of another person", async () => {
  const { admin, theme, agent } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () => "An unopened product may be returned within 30 days of delivery [1].",
    delayMs: 60,
  });
  const asked = admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  await new Promise((resolve) => setTimeout(resolve, 120));
  for (let id = 1; id < 60; id++)
    expect((await agent.call(stopAnswer, { interactionId: id })).body.stopped).toBe(false);
  expect((await asked).body.outcome).toBe("answered");
});

test("a stored key is checked with the provider and never shown again", async () => {
  const { admin, companyId } = await companyWithKey();
  const good = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  expect(good.body.ok).toBe(true);
  const changed = await admin.call(updateCompany, { id: companyId, openaiApiKey: "bad-key-abcd" });
  expect(changed.body.openaiApiKey).toBe("••••abcd");
  expect(changed.text).not.toContain("bad-key");
  const bad = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  expect(bad.body).toMatchObject({ ok: false });
  const kept = await admin.call(updateCompany, { id: companyId, openaiApiKey: "••••abcd", name: "Renamed" });
  expect(kept.body.openaiApiKey).toBe("••••abcd");
  const removed = await admin.call(updateCompany, { id: companyId, openaiApiKey: "" });
  expect(removed.body.openaiApiKey).toBeNull();
});
