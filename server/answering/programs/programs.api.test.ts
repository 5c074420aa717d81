import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { getInteraction, reviewInteraction } from "#contract/answering/interactions.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import {
  createProgramAnswer as createAnswerOrGreeting,
  findPassages,
  getProgramAnswer,
  listProgramThemes,
  ProgramAnswer,
  type ProgramEvent,
} from "#contract/answering/programs.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof buildCompany>>["admin"];
let themeId: number;
let documentId: number;
let secret: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ admin } = await buildCompany(app));
  const { theme, document } = await buildTheme(admin, {
    text: "Refund Policy\n\n1. Returns\nCustomers may return a product within 30 days of delivery.\n",
  });
  themeId = theme.id;
  documentId = document.id;
  secret = (await admin.call(createApiKey, { name: "Website", scopes: [...keyScopes], themeIds: [themeId] }))
    .body.secret;
});
afterAll(() => app.close());

/** The call for questions, whose answer is recorded. */
const createProgramAnswer = { ...createAnswerOrGreeting, output: ProgramAnswer } as const;

const question = "Within how many days may customers return a product?";
const answer = (more: object = {}, headers: Record<string, string> = {}) =>
  call(app.url, secret, createProgramAnswer, { themeId, question, ...more }, { headers });
const counted = async () =>
  withClient(app.connection, async (client) =>
    Number((await client.query("select count(*) as n from interactions")).rows[0].n),
  );

describe("an answer", () => {
  test("has checked sentences, citations that open, and its author", async () => {
    const { status, body } = await answer({ endUser: "customer 4711" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ outcome: "answered", writtenBy: "quotes", correction: null });
    expect(body.text).toContain("within 30 days of delivery");
    expect(body.sentences[0]).toMatchObject({ citations: [1], check: "quoted" });
    expect(body.sentences[0]?.text).not.toMatch(/\[1\]|\*\*/);
    const [citation] = body.citations;
    expect(citation).toMatchObject({ number: 1, document: { id: documentId, version: 1 }, page: null });
    const opened = await fetch(
      app.url + new URL(citation?.url ?? "").pathname + new URL(citation?.url ?? "").search,
      {
        headers: { authorization: `Bearer ${secret}` },
      },
    );
    expect(await opened.text()).toContain("within 30 days of delivery");
    const { body: recorded } = await admin.call(getInteraction, { id: body.id });
    expect(recorded).toMatchObject({ endUser: "customer 4711", user: { name: "Website" } });
  });

  test("names on record the person it was for, and a change of it is detected", async () => {
    const { companyId, admin: owner } = await buildCompany(app);
    const { theme } = await buildTheme(owner);
    const key = await owner.call(createApiKey, { name: "Shop", scopes: ["theme:ask"], themeIds: [theme.id] });
    const input = { themeId: theme.id, question, endUser: "customer 12" };
    const { body } = await call(app.url, key.body.secret, createProgramAnswer, input);
    const { body: proof } = await owner.call(getRecordProof, { interactionId: body.id });
    expect(JSON.parse(proof.asker.content ?? "{}")).toMatchObject({ name: "Shop", endUser: "customer 12" });
    expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact" });
    await withClient(app.connection, async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query("update interactions set end_user = 'customer 13' where id = $1", [body.id]);
    });
    expect((await checkRecord(app, companyId)).problem).toMatchObject({ kind: "answer" });
  });

  test("missing from the documents is declined, with the reason, as a success", async () => {
    const { status, body } = await answer({ question: "Who won the football match in Madrid last night?" });
    expect(status).toBe(201);
    expect(body.outcome).toBe("declined");
    expect(body.note).not.toBeNull();
    expect(body.citations).toEqual([]);
  });

  test("can be read again with a reviewer's correction", async () => {
    const { body } = await answer();
    await admin.call(reviewInteraction, {
      id: body.id,
      verdict: "wrong",
      correctedAnswer: "Within 14 days, since May.",
    });
    const again = await call(app.url, secret, getProgramAnswer, { id: body.id });
    expect(again.body).toMatchObject({ text: body.text, correction: { text: "Within 14 days, since May." } });
  });

  test("arrives as events while it is written, complete at the end", async () => {
    const response = await fetch(`${app.url}/api/v1/answers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ themeId, question }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = (await response.text())
      .split("\n\n")
      .filter((frame) => frame.startsWith("data: "))
      .map((frame) => JSON.parse(frame.slice(6)) as ProgramEvent);
    expect(events[0]?.type).toBe("started");
    expect(events.at(-1)).toMatchObject({ type: "done", answer: { outcome: "answered" } });
    const written = events.flatMap((event) => (event.type === "delta" ? [event.text] : [])).join("");
    expect(events.at(-1)).toMatchObject({ answer: { text: written } });
  });

  test("to a greeting is one sentence with questions to begin with, and leaves nothing on record", async () => {
    const before = await counted();
    const greet = (headers = {}) =>
      call(app.url, secret, createAnswerOrGreeting, { themeId, question: "Hello!" }, { headers });
    const { status, body } = await greet({ "idempotency-key": crypto.randomUUID() });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: null, outcome: "greeting", sentences: [], citations: [] });
    expect(body.text).toBe("Happy to help. Ask a question about these documents.");
    const { text } = await greet({ accept: "text/event-stream" });
    expect(text).toBe(`data: ${JSON.stringify({ type: "greeting", greeting: body })}\n\n`);
    expect(await counted()).toBe(before);
  });

  test("of an inactive theme is refused with a message", async () => {
    await admin.call(updateTheme, { id: themeId, isActive: false });
    const { status, error } = await answer();
    expect(status).toBe(409);
    expect(error.error).toContain("inactive");
    await admin.call(updateTheme, { id: themeId, isActive: true });
  });
});

describe("an Idempotency-Key", () => {
  test("gets one answer to one question, however often it is sent, even simultaneously", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const before = await counted();
    const first = await answer({}, key);
    const again = await answer({}, key);
    expect(again.body).toEqual(first.body);
    const together = { "idempotency-key": crypto.randomUUID() };
    const replies = await Promise.all([1, 2, 3, 4].map(() => answer({}, together)));
    const done = replies.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(reply.status).toBe(409);
      expect(reply.headers.get("retry-after")).toBe("2");
    }
    expect(await counted()).toBe(before + 2);
  });

  test("with another question is refused, and asks nothing", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    await answer({}, key);
    const before = await counted();
    const other = await answer({ question: "May customers return shoes?" }, key);
    expect(other.status).toBe(409);
    expect(other.error.error).toContain("another question");
    expect(await counted()).toBe(before);
  });

  test("from another key of the same company is independent", async () => {
    const key = { "idempotency-key": "order-1" };
    const first = await answer({}, key);
    const { body } = await admin.call(createApiKey, {
      name: "Other",
      scopes: ["theme:ask", "history:read"],
      themeIds: [themeId],
    });
    const second = await call(
      app.url,
      body.secret,
      createProgramAnswer,
      { themeId, question },
      { headers: key },
    );
    expect(second.body.id).not.toBe(first.body.id);
  });

  test("that is no token, or comes with a stream, is refused", async () => {
    for (const wrong of ["", "with spaces in it", "x".repeat(256)])
      expect((await answer({}, { "idempotency-key": wrong })).status).toBe(400);
    const streamed = await answer({}, { "idempotency-key": "a", accept: "text/event-stream" });
    expect(streamed.status).toBe(400);
  });
});

test("passages come verbatim with their place, and leave no answer on record", async () => {
  const before = await counted();
  const { body } = await call(app.url, secret, findPassages, { themeId, question, limit: 1 });
  expect(body.passages).toHaveLength(1);
  expect(body.passages[0]?.text).toContain("within 30 days");
  expect(body.passages[0]?.document.id).toBe(documentId);
  expect(await counted()).toBe(before);
});

test("errors are problem details, and headers report the rest of the limit", async () => {
  const { headers, text } = await answer({ question: "" });
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect(JSON.parse(text)).toMatchObject({
    type: "about:blank",
    title: "The input is not valid",
    status: 400,
    code: "invalid",
    errors: [{ field: "question", detail: "Send a question." }],
  });
  expect(headers.get("ratelimit-policy")).toMatch(/^"ask";q=\d+;w=60$/);
  expect(headers.get("ratelimit")).toMatch(/^"ask";r=\d+;t=\d+$/);
  const nobody = await fetch(`${app.url}/api/v1/themes`);
  expect(await nobody.json()).toMatchObject({ status: 401, code: "unauthenticated" });
  const unknown = await fetch(`${app.url}/api/v1/nothing`);
  expect(unknown.headers.get("content-type")).toContain("application/problem+json");
});

test("a signed-in person may use the same calls for the themes within reach", async () => {
  const { body } = await admin.call(listProgramThemes, {});
  expect(body.themes.map(({ id }) => id)).toContain(themeId);
  expect((await admin.call(createProgramAnswer, { themeId, question })).status).toBe(201);
});
