import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stopAnswer } from "#contract/answering/answers.ts";
import { checkModelKey, updateCompany } from "#contract/identity/companies.ts";
import { getInteraction, listInteractions } from "#contract/answering/interactions.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelApp } from "#testing/model-app.ts";
import type { ModelServer } from "#testing/model-server.ts";
import { ask, streamAnswer } from "#testing/ask.ts";
import { isJudging } from "#testing/judge.ts";

let model: ModelServer;
let app: TestApp;
beforeAll(async () => void ({ app, model } = await startModelApp()));
afterAll(() => app.close());
beforeEach(() => void (model.calls.length = 0));

const question = "How many days does a customer have to return an unopened product?";

async function companyWithKey() {
  const company = await buildCompany(app);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(company.admin);
  const put = (userQuery = question, sessionId = "s1") =>
    company.admin.call(ask, { themeId: theme.id, userQuery, sessionId });
  return { ...company, theme, put };
}

test("with a key the model answers, and only supported sentences are shown", async () => {
  const { put, admin } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () =>
      "A customer may return an unopened product within 30 days of delivery [1]. Opened products may be returned within 60 days [1]. The moon is far away.",
  });
  const { body } = await put();
  expect(body).toMatchObject({
    mode: "model",
    outcome: "answered",
    response: "A customer may return an unopened product within 30 days of delivery. [1]",
    reason:
      "1 sentence was removed because no source supports it. 1 sentence was removed because its source says otherwise.",
  });
  expect(body.claims.map((claim) => claim.verdict)).toEqual(["supported"]);
  expect(body.citations[0]?.quote).toContain("within 30 days of delivery");
  const [call] = model.calls;
  expect(call?.key).toBe("sk-test-1234567890");
  expect(call?.body).toMatchObject({ model: "test-model", stream: true });
  const recorded = await admin.call(getInteraction, { id: body.interactionId });
  expect(recorded.body.response).toBe(body.response);
  expect(recorded.body.removed).toEqual([
    {
      text: "Opened products may be returned within 60 days.",
      verdict: "contradicted",
      against: {
        documentName: "Refund Policy.txt",
        quote: "Opened products may be returned within 14 days.",
      },
    },
    { text: "The moon is far away.", verdict: "unsupported", against: null },
  ]);
});

test("a correct sentence with a wrong or missing mark is kept with the right passage", async () => {
  const { put } = await companyWithKey();
  for (const marks of ["", " [9]"]) {
    model.behave({
      kind: "answer",
      reply: () => `A customer may return an unopened product within 30 days of delivery${marks}.`,
    });
    const { body } = await put();
    expect(body).toMatchObject({ outcome: "answered", reason: null });
    expect(body.citations[0]?.quote).toContain("within 30 days of delivery");
  }
});

test("a partial answer is kept with a notice about the missing part", async () => {
  const { put } = await companyWithKey();
  const right = "A customer may return an unopened product within 30 days of delivery [1].";
  model.behave({ kind: "answer", reply: () => `${right}\nNot answered: days for a customer abroad` });
  const named = await put("How many days does a customer have, and how many days abroad?");
  expect(named.body).toMatchObject({
    outcome: "answered",
    response: "A customer may return an unopened product within 30 days of delivery. [1]",
    reason: "The documents do not answer: days for a customer abroad.",
  });
  model.behave({ kind: "answer", reply: () => `${right} The documents do not answer this.` });
  expect((await put()).body).toMatchObject({
    outcome: "answered",
    reason: "The documents answer only part of this question.",
  });
  model.behave({ kind: "answer", reply: () => "The documents do not answer this." });
  expect((await put()).body).toMatchObject({
    outcome: "abstained",
    response: "The documents do not answer this",
    reason: "The model found no answer in the passages.",
  });
});

test("a small theme is sent whole, and prompts of consecutive questions share their beginning", async () => {
  const { put } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "Gift cards are not refundable [1]." });
  await put("Can a gift card be returned?");
  await put("Which products may be returned in Florida?", "s2");
  const [first, second] = model.calls
    .map(({ body }) => body.messages.map(({ content }) => content))
    .filter((messages) => !messages.some(isJudging));
  expect(first?.[0]).toBe(second?.[0]);
  const documentsIn = (text = "") => text.slice(0, text.indexOf("<question"));
  expect(documentsIn(first?.at(-1))).toBe(documentsIn(second?.at(-1)));
  expect(documentsIn(first?.at(-1))).toContain("must be reported to the billing supervisor");
  expect(documentsIn(first?.at(-1))).toMatch(/Refund Policy\.txt \(version 1, uploaded \d{4}-\d\d-\d\d\)/);
});

test("a large theme sends its best passages with their neighbors, within the model's context", async () => {
  const company = await buildCompany(app);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const rule = (number: number) =>
    `${number}. Depot ${number}\nDepot number ${number} opens at nine. ${"The yard is swept and the gate is locked by the last driver of the day. ".repeat(12)}\n`;
  const { theme } = await buildTheme(company.admin, {
    text: Array.from({ length: 80 }, (_, index) => rule(index + 101)).join("\n"),
    fileName: "Depots.txt",
  });
  model.behave({ kind: "answer", reply: () => "Depot number 140 opens at nine [1]." });
  const { body } = await company.admin.call(ask, {
    themeId: theme.id,
    userQuery: "When does depot number 140 open?",
    sessionId: "s1",
  });
  expect(body.citations[0]?.quote).toContain("Depot number 140 opens at nine.");
  const prompt = model.calls[0]?.body.messages.at(-1)?.content ?? "";
  for (const number of [139, 140, 141]) expect(prompt).toContain(`Depot number ${number} opens`);
  expect(prompt.length).toBeLessThan(4 * 8_192);
});

test("what the best passages name is sent with them: a section, an annex, a defined term; and the day", async () => {
  const company = await buildCompany(app);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const filler = "The yard is swept and the gate is locked by the last driver of the day. ".repeat(12);
  const depots = Array.from(
    { length: 80 },
    (_, index) => `${index + 101}. Depot ${index + 101}\n${filler}\n`,
  );
  const rules = [
    "1. Words\n“Night Driver” means a person who starts work after ten.\n“Holder” means a person with a badge.\n",
    ...depots.slice(0, 40),
    "30. Parking permits\nA parking permit costs $4 for a Night Driver who is a Holder. Section 90 and Annex B apply.\n",
    ...depots.slice(40),
    "90. Waivers\nThe director waives what is owed by volunteers.\n",
    "Annex B\nMotorcycles pay half.\n",
  ];
  const { theme } = await buildTheme(company.admin, { text: rules.join("\n"), fileName: "Depots.txt" });
  model.behave({ kind: "answer", reply: () => "A parking permit costs $4 for a Night Driver [1]." });
  await company.admin.call(ask, {
    themeId: theme.id,
    userQuery: "What does a parking permit cost?",
    sessionId: "s1",
  });
  const prompt = model.calls[0]?.body.messages.at(-1)?.content ?? "";
  expect(prompt).toContain("A parking permit costs $4");
  expect(prompt).toContain("means a person who starts work after ten");
  expect(prompt).toContain("means a person with a badge");
  expect(prompt).toContain("waives what is owed by volunteers");
  expect(prompt).toContain("Motorcycles pay half");
  expect(prompt).toContain(new Date(app.services.clock.now()).toISOString().slice(0, 10));
});

test("the prompt holds nothing about the person who asks", async () => {
  const { put, admin } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
  });
  await put();
  const sent = JSON.stringify(model.calls);
  expect(sent).not.toContain(admin.email);
  expect(sent).not.toContain("workspace_admin");
});

test("a mark for a passage that was not sent never becomes a citation", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () =>
      "A customer may return an unopened product within 30 days of delivery [1][77]. The shop is closed on Mondays [99].",
  });
  const { body } = await put();
  expect(body.citations.map((citation) => citation.marker)).toEqual([1]);
  expect(body.response).not.toContain("[77]");
  expect(body.response).not.toContain("[99]");
});

test("an answer without any supported sentence is replaced by quotes, with the reason", async () => {
  const { put, admin } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "Customers receive a free car after 99 years [1]." });
  const { body } = await put();
  expect(body).toMatchObject({
    mode: "extractive",
    outcome: "answered",
    fallback:
      "No sentence of the model's answer is supported by your documents. These sentences are quoted from them instead.",
  });
  expect(body.response).toContain("within 30 days of delivery");
  const recorded = await admin.call(getInteraction, { id: body.interactionId });
  expect(recorded.body.removed.map(({ text }) => text)).toEqual([
    "Customers receive a free car after 99 years.",
  ]);
});

test("an answer without supported sentences or quotes is a declined one", async () => {
  const { put } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "The gate opens at seven [1]." });
  const { body } = await put("Which river flows through Lisbon?");
  expect(body).toMatchObject({
    outcome: "abstained",
    fallback: null,
    reason: "No sentence of the model's answer is supported by your documents.",
  });
});

test.each([
  ["refuses the key", { kind: "status", status: 401 } as const, "refused the key"],
  ["fails", { kind: "status", status: 500, retryAfter: "0" } as const, "reported an error"],
  ["is over its limit", { kind: "status", status: 429, retryAfter: "0" } as const, "reached its limit"],
  ["cuts the stream", { kind: "cut", text: "An unopened product may be" } as const, ""],
  [
    "sends no JSON",
    { kind: "garbage", contentType: "text/event-stream", body: "data: {{{\n\n" } as const,
    "",
  ],
  ["sends a web page", { kind: "garbage", contentType: "text/html", body: "<h1>hello</h1>" } as const, ""],
  ["never ends", { kind: "flood", bytes: 50_000_000 } as const, "far too long"],
])("a provider that %s loses no question and leaves no partial answer", async (_name, behavior, said) => {
  const { put, admin } = await companyWithKey();
  model.behave(behavior);
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
      reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
    },
  });
  expect((await put()).body.outcome).toBe("answered");
});

test("stopping an answer ends the provider's call within a second", async () => {
  const { admin, theme } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "word ".repeat(2000), delayMs: 20 });
  const response = await streamAnswer(app.url, admin.token, {
    themeId: theme.id,
    userQuery: question,
    sessionId: "s1",
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const interactionId = Number(/"interactionId":(\d+)/.exec(first?.value ?? "")?.[1]);
  await expect.poll(() => model.calls.length).toBe(1);
  const stopped = await admin.call(stopAnswer, { interactionId });
  expect(stopped.body).toEqual({ stopped: true });
  let rest = "";
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
    rest += part.value;
  expect(rest).toContain('"failed"');
  await expect.poll(() => model.calls[0]?.wasAborted).toBe(true);
});

test("leaving the page ends the provider's call within a second", async () => {
  const { admin, theme } = await companyWithKey();
  model.behave({ kind: "answer", reply: () => "word ".repeat(2000), delayMs: 20 });
  const leave = new AbortController();
  const response = await streamAnswer(
    app.url,
    admin.token,
    { themeId: theme.id, userQuery: question, sessionId: "s1" },
    leave.signal,
  );
  await response.body?.getReader().read();
  await expect.poll(() => model.calls.length).toBe(1);
  leave.abort();
  await expect.poll(() => model.calls[0]?.wasAborted).toBe(true);
  await expect
    .poll(async () => (await admin.call(listInteractions, {})).body)
    .toMatchObject([{ chat_interactions: { outcome: "failed" } }]);
});

test("a person cannot stop another person's answer", async () => {
  const { admin, theme, agent } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
    delayMs: 60,
  });
  const asked = admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  await expect.poll(() => model.calls.length).toBe(1);
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
