import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AnswerEvent } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { observedIn } from "#server/operation/metrics/observed.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelApp } from "#testing/model-app.ts";
import type { ModelServer } from "#testing/model-server.ts";
import { ask, streamAnswer } from "#testing/ask.ts";
import { isJudging, judgeReply } from "#testing/judge.ts";

let model: ModelServer;
let app: TestApp;
beforeEach(() => void (model.calls.length = 0));
beforeAll(async () => void ({ app, model } = await startModelApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";

async function companyWithKey() {
  const company = await buildCompany(app);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(company.admin);
  const put = () => company.admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  return { ...company, theme, put };
}

/** Writes this; as a judge, says this of the restated sentence, and of all others what the passages say. */
const answering =
  (written: string, ruling = { holds: "yes", fails: "no" }) =>
  (prompt: string) =>
    isJudging(prompt)
      ? judgeReply(prompt, (sentence) => (sentence.startsWith("Anybody") ? ruling : null))
      : written;

test("a judge confirms, limits or removes sentences, and one who says yes to everything does nothing", async () => {
  const { put } = await companyWithKey();
  const kept = "Gift cards are not refundable [2]. ";
  const answered = `${kept}Anybody may hand an unopened item back within 30 days of delivery [2].`;
  const ruling = (holds: string, fails: string) =>
    model.behave({ kind: "answer", reply: answering(answered, { holds, fails }) });
  const verdicts = async () => (await put()).body.claims.map(({ verdict }) => verdict);
  ruling("yes", "no");
  expect(await verdicts()).toEqual(["supported", "supported"]);
  ruling("yes", "yes");
  expect(await verdicts()).toEqual(["supported", "open"]);
  ruling("no", "yes, not said");
  expect(await verdicts()).toEqual(["supported"]);
  ruling("no", "yes, condition: Opened products may be returned within 14 days");
  const limited = await put();
  expect(limited.body.claims[1]).toMatchObject({
    verdict: "open",
    condition: "Opened products may be returned within 14 days",
  });
  ruling("no", "yes, contradicts: A customer may return an unopened product within 30 days");
  const { body } = await put();
  expect(body.claims.map(({ verdict }) => verdict)).toEqual(["supported"]);
  expect(body.reason).toBe("1 sentence was removed because its source says otherwise.");
});

const restated = "Anybody may hand an unopened item back within 30 days of delivery [2].";

test("a judge who approves of everything is found out by altered sentences of the passages, and counted", async () => {
  const { put } = await companyWithKey();
  const approval = { holds: "yes", fails: "no" };
  const figures = await app.services.metrics.read(observedIn(app.services));
  const before = figures("footnote_judged_answers_total", { outcome: "unreliable" }) ?? 0;
  model.behave({
    kind: "answer",
    reply: (prompt) => (isJudging(prompt) ? judgeReply(prompt, () => approval) : restated),
  });
  expect((await put()).body.claims).toMatchObject([{ verdict: "open" }]);
  const after = await app.services.metrics.read(observedIn(app.services));
  expect(after("footnote_judged_answers_total", { outcome: "unreliable" })).toBe(before + 1);
});

test("all sentences of a long answer are judged, in several calls", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: answering(Array(60).fill(restated).join(" ")),
  });
  const { claims } = (await put()).body;
  expect(claims.map(({ verdict }) => verdict)).toEqual(Array(60).fill("supported"));
  expect(
    model.calls.filter(({ body }) => body.messages.some(({ content }) => isJudging(content))),
  ).toHaveLength(3);
});

test("an answer that took longer than a judge usually has is judged too", async () => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    held: wait(10_200),
    reply: answering(restated),
  });
  expect((await put()).body.claims).toMatchObject([{ verdict: "supported" }]);
});

test.each([
  ["in lines", `${restated.slice(0, -5)} [2]`],
  [
    "in JSON",
    '{"sentences":[{"text":"Anybody may hand an unopened item back.","passages":[2],"quote":"within 30 d',
  ],
])("a sentence that was cut off is never supported, whoever approves of it: %s", async (_form, written) => {
  const { put } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply: answering(written),
  });
  const { body } = await put();
  if (body.mode === "model") expect(body.claims).toMatchObject([{ verdict: "open" }]);
  else
    expect(body.fallback).toBe(
      "The model's answer was cut off before its first sentence ended. These sentences are quoted from your documents instead.",
    );
});

const inLines =
  "A customer may return an unopened product within 30 days of delivery. [2]\n> within 30 days of delivery\nCustomers receive a free car. [2]\nGift cards are not refundable. [2]\n";
const bySchema = JSON.stringify({
  sentences: [
    {
      text: "A customer may return an unopened product within 30 days of delivery.",
      passages: [2],
      quote: "within 30 days of delivery",
      condition: null,
    },
    { text: "Customers receive a free car.", passages: [2], quote: "a free car", condition: null },
    { text: "Gift cards are not refundable.", passages: [2], quote: "Gift cards", condition: null },
  ],
  notAnswered: null,
});

test.each([
  ["in lines", inLines, "\n"],
  ["by the schema", bySchema, " "],
])(
  "only checked sentences appear while the model writes %s, after the documents' own words",
  async (_form, written, between) => {
    const { admin, theme } = await companyWithKey();
    model.behave({
      kind: "answer",
      reply: (prompt) =>
        isJudging(prompt)
          ? judgeReply(prompt, (sentence) =>
              sentence.includes("car.") ? { holds: "no", fails: "yes, not said" } : null,
            )
          : written,
      delayMs: 5,
    });
    const response = await streamAnswer(app.url, admin.token, {
      themeId: theme.id,
      userQuery: question,
      sessionId: "s1",
    });
    const events = (await response.text())
      .split("\n")
      .flatMap((line) => (line.startsWith("data: ") ? [AnswerEvent.parse(JSON.parse(line.slice(6)))] : []));
    const [, quotes, ...others] = events;
    expect(quotes).toMatchObject({ type: "quotes" });
    expect(quotes?.type === "quotes" && quotes.quotes.response).toContain("within 30 days of delivery");
    expect(others.flatMap((event) => (event.type === "delta" ? [event.text] : []))).toEqual([
      "A customer may return an unopened product within 30 days of delivery. [1]",
      `${between}Gift cards are not refundable. [2]`,
    ]);
    expect(JSON.stringify(events)).not.toContain("free car");
    const told = others.flatMap((event) => (event.type === "delta" ? [event.text] : [])).join("");
    const done = others.at(-1);
    expect(done?.type === "done" && done.answer.response).toBe(
      `A customer may return an unopened product within 30 days of delivery. [1]${between}Gift cards are not refundable. [2]`,
    );
    expect(done?.type === "done" && done.answer.response).toBe(told);
    expect(model.calls.at(-2)?.body).toMatchObject({ response_format: { type: "json_schema" } });
  },
);
