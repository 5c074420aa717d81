import { afterAll, beforeAll, expect, test } from "vitest";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import {
  createQuestionnaire,
  deleteQuestionnaire,
  downloadQuestionnaire,
  getQuestionnaire,
  listQuestionnaireQuestions,
  listQuestionnaires,
  placeQuestionnaire,
  reviewQuestionnaire,
  runQuestionnaire,
} from "#contract/answering/questionnaires.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { buildCfb } from "#reading/fixtures/doc.ts";
import { buildDocx, p, table } from "#reading/fixtures/docx.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";
import { workOnQuestionnaire } from "#reading/questionnaire/questionnaire.ts";
import { readXlsx } from "#reading/extract/sheet/xlsx.ts";
import { readDocx } from "#reading/extract/word/docx.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme } from "#testing/documents.ts";
import { askQuestionnaire } from "./ask.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const asked = "How many days does a customer have to return an unopened product?";
const canteen = "What is the canteen serving on Friday?";
const titles = row(1, text("A1", "No") + text("B1", "Question") + text("C1", "Response"));

function book(questions: readonly string[], more = ""): Uint8Array {
  const rows = questions.map((question, at) =>
    row(at + 2, text(`A${at + 2}`, `${at + 1}`) + text(`B${at + 2}`, question)),
  );
  return buildXlsx([{ name: "Security", rows: titles + rows.join(""), more }]);
}

async function build() {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin);
  const agent = await buildPerson(app, {
    ...{ role: "agent", companyId: company.companyId, workspaceIds: [company.workspaceId] },
  });
  return { ...company, theme, document, agent };
}

const send = (person: TestPerson, themeId: number, bytes: Uint8Array | string, name = "Security.xlsx") =>
  person.call(createQuestionnaire, { id: themeId }, { form: formOf({ name, bytes }) });

async function finished(person: TestPerson, id: number) {
  for (let tries = 0; tries < 800; tries++) {
    const { body } = await person.call(getQuestionnaire, { id });
    if (body.state !== "running") return body;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the questionnaire did not finish");
}

async function ran(person: TestPerson, themeId: number, bytes: Uint8Array, name?: string) {
  const created = await send(person, themeId, bytes, name);
  expect(created.status, created.text).toBe(201);
  const { id } = created.body;
  expect((await person.call(runQuestionnaire, { id })).status).toBe(200);
  const done = await finished(person, id);
  const questions = (await person.call(listQuestionnaireQuestions, { id })).body.rows;
  return { id, created: created.body, done, questions };
}

async function fileOf(person: TestPerson, id: number): Promise<Uint8Array> {
  const reply = await person.call(downloadQuestionnaire, { id });
  expect(reply.status, reply.text).toBe(200);
  return reply.bytes;
}

test("a workbook comes back with answer, sources and confidence beside each question, and everything is on the record", async () => {
  const { admin, companyId, theme } = await build();
  const { id, created, done, questions } = await ran(
    admin,
    theme.id,
    book([asked, canteen, asked.toUpperCase(), "a".repeat(4100) + "?"]),
  );
  expect(created).toMatchObject({
    ...{ state: "draft", total: 4, answered: 0 },
    places: [{ name: "Security", questionColumn: 1, answerColumn: 2, questions: 4 }],
  });
  expect(done).toMatchObject({ state: "finished", total: 4, answered: 3, failed: 1 });
  expect(questions).toMatchObject([
    {
      ...{ ordinal: 1, where: "Security, row 2", state: "answered", confidence: "Quoted" },
      answer: expect.stringContaining("within 30 days of delivery"),
      sources: [{ documentName: "Refund Policy.txt", version: 1, marker: 1 }],
    },
    { ordinal: 2, state: "declined", answer: "", confidence: expect.stringContaining("Declined") },
    { ordinal: 3, sameAs: 1, state: "answered", interactionId: questions[0]?.interactionId },
    { ordinal: 4, state: "too_long", answer: "", interactionId: null },
  ]);
  const recorded = await admin.call(getInteraction, { id: questions[0]?.interactionId ?? 0 });
  expect(recorded.body).toMatchObject({ userQuery: asked });
  const events = await systemCaller(app.services, "test").transact((ctx) =>
    ctx.db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("stream", "=", companyId)
      .where((eb) => eb.or([eb("action", "like", "questionnaire.%"), eb("action", "=", "question.ask")]))
      .orderBy("seq")
      .execute(),
  );
  const actions = events.map(({ action }) => action);
  expect(actions.filter((action) => action === "question.ask")).toHaveLength(2);
  expect(JSON.stringify(events.find(({ action }) => action === "question.ask"))).toContain(
    `"questionnaireId":${id}`,
  );
  expect(actions).toEqual(
    expect.arrayContaining(["questionnaire.create", "questionnaire.run", "questionnaire.finish"]),
  );
  const { pages } = await readXlsx(await fileOf(admin, id));
  const shown = pages.map((page) => page.text).join("\n");
  expect(shown).toContain("within 30 days of delivery");
  expect(shown).toContain("[1] Refund Policy.txt, version 1");
  expect(shown).toContain("Not asked: longer than 4,000 characters");
  await checkRecord(app, companyId);
});

test("answers are accepted, edited and marked as not answered, and the file says so", async () => {
  const { admin, theme } = await build();
  const { id } = await ran(admin, theme.id, book([asked, canteen, "Are gift cards refundable?", asked]));
  const review = (ordinal: number, body: object) =>
    admin.call(reviewQuestionnaire, { id, ordinal, review: null, ...body });
  expect((await review(1, { review: "accepted" })).body.confidence).toMatch(/^Quoted, accepted by /);
  expect((await review(2, { review: "edited", answer: "=HYPERLINK(1) Soup" })).body).toMatchObject({
    ...{ answer: "=HYPERLINK(1) Soup", confidence: expect.stringMatching(/^Written by .+ in review$/) },
  });
  expect((await review(3, { review: "not_answered" })).body).toMatchObject({ answer: "", sources: [] });
  expect((await review(4, { review: "accepted" })).status).toBe(409);
  expect((await review(1, { review: "edited" })).status).toBe(400);
  expect((await review(9, { review: "accepted" })).status).toBe(404);
  expect((await admin.call(getQuestionnaire, { id })).body).toMatchObject({ reviewed: 4 });
  const { pages } = await readXlsx(await fileOf(admin, id));
  const shown = pages.map((page) => page.text).join("\n");
  expect(shown).toContain("=HYPERLINK(1) Soup");
  expect(shown).toContain("Not answered, marked by");
});

test("an edited answer shows the draft's sources only while its words are the draft's", async () => {
  const { admin, theme } = await build();
  const { id, questions } = await ran(admin, theme.id, book([asked]));
  const draft = questions[0]?.answer ?? "";
  const edit = async (answer: string) => {
    const edited = { id, ordinal: 1, review: "edited" as const, answer };
    const { body } = await admin.call(reviewQuestionnaire, edited);
    const { pages } = await readXlsx(await fileOf(admin, id));
    return { body, shown: pages.map((page) => page.text).join("\n") };
  };
  const written = await edit("Ask the service desk.");
  expect(written.body).toMatchObject({ sources: [], confidence: expect.stringMatching(/^Written by /) });
  expect(written.shown).toContain("Ask the service desk.");
  expect(written.shown).not.toContain("Refund Policy.txt");
  const same = await edit(draft);
  expect(same.body).toMatchObject({
    ...{ answer: draft, sources: [{ documentName: "Refund Policy.txt" }] },
    confidence: expect.stringMatching(/^Quoted, accepted by /),
  });
  expect(same.shown).toContain("[1] Refund Policy.txt, version 1");
});

test("a document's table and paragraphs are answered in place, and approved answers answer first", async () => {
  const { admin, theme, document } = await build();
  const citations = [{ documentId: document.id, quote: "Gift cards are not refundable." }];
  const approved = await admin.call(createApprovedAnswer, {
    ...{
      themeId: theme.id,
      question: "Are gift cards refundable?",
      answer: "No, they are not. [1]",
      citations,
    },
  });
  expect(approved.status, approved.text).toBe(201);
  const body =
    p("Our questions.") +
    p(`1. ${asked}`) +
    table([
      ["Question", "Answer"],
      ["Are gift cards refundable?", ""],
    ]);
  const { id, questions } = await ran(admin, theme.id, buildDocx(body), "Due diligence.docx");
  expect(questions).toMatchObject([
    { where: "Paragraphs", state: "answered", confidence: "Quoted" },
    {
      where: "Table 1, row 2",
      answer: "No, they are not. [1]",
      confidence: expect.stringMatching(/^Approved by /),
    },
  ]);
  const { pages } = await readDocx(await fileOf(admin, id));
  const shown = pages.map((page) => page.text).join("\n");
  expect(shown).toMatch(/Answer: .*within 30 days of delivery/);
  expect(shown).toContain("No, they are not. [1]");
});

test("the columns can be changed before a run, and not after it", async () => {
  const { admin, theme } = await build();
  const rows =
    row(1, text("A1", "Question") + text("B1", "Detail")) + row(2, text("A2", canteen) + text("B2", asked));
  const { body } = await send(admin, theme.id, buildXlsx([{ name: "One", rows }]));
  const places = [{ isUsed: true, questionColumn: 1, answerColumn: null }];
  const placed = await admin.call(placeQuestionnaire, { id: body.id, places });
  expect(placed.body).toMatchObject({ total: 1, places: [{ questionColumn: 1 }] });
  const none = await admin.call(placeQuestionnaire, {
    id: body.id,
    places: [{ isUsed: false, questionColumn: 1, answerColumn: null }],
  });
  expect(none).toMatchObject({ status: 400, body: { error: expect.stringContaining("no questions left") } });
  await admin.call(runQuestionnaire, { id: body.id });
  await finished(admin, body.id);
  const late = await admin.call(placeQuestionnaire, { id: body.id, places });
  expect(late.status).toBe(409);
  expect((await admin.call(listQuestionnaireQuestions, { id: body.id })).body.rows[0]).toMatchObject({
    question: asked,
  });
});

const protectedBook = buildCfb([["EncryptedPackage", Buffer.alloc(5_000)]]);
const bomb = buildXlsx([{ name: "Bomb", rows: titles + row(2, text("B2", `${" ".repeat(14_000_000)}?`)) }]);
const merged = `<mergeCells count="1"><mergeCell ref="B2:C2"/></mergeCells>`;
const many = Array.from({ length: 1_001 }, (_, at) => `Is rule ${at} kept?`);
const formulas = Array.from(
  { length: 50 },
  (_, at) => `<c r="B${at + 2}"><f>REPT("${"x".repeat(200)}",32767)</f></c>`,
);

test.each([
  [
    "no questions",
    "a.xlsx",
    buildXlsx([{ name: "S", rows: row(1, text("A1", "Prices")) }]),
    "No questions were found",
  ],
  [
    "only a heading",
    "a.xlsx",
    buildXlsx([{ name: "S", rows: titles + row(2, text("B2", "Access control")) }]),
    "No questions",
  ],
  [
    "formulas that would grow",
    "a.xlsx",
    buildXlsx([{ name: "S", rows: titles + formulas.map((cell, at) => row(at + 2, cell)).join("") }]),
    "No questions",
  ],
  ["a wrong extension", "a.pdf", "%PDF-1.4", "Only Excel (.xlsx) and Word (.docx)"],
  ["macros by its name", "a.xlsm", book([asked]), "Only Excel (.xlsx) and Word (.docx)"],
  ["another kind than its name says", "a.docx", book([asked]), "Name it .xlsx"],
  ["a text under a workbook's name", "a.xlsx", "Just a text.", "damaged"],
  ["a password", "a.xlsx", protectedBook, "password"],
  ["a zip bomb", "a.xlsx", bomb, "unpacks to far more"],
  ["1,001 questions", "a.xlsx", book(many), "more than 1,000 questions"],
  [
    "100,000 rows",
    "a.xlsx",
    book(Array.from({ length: 100_000 }, (_, at) => `Is ${at} ok?`)),
    "more than 100,000 rows",
  ],
])("a file with %s is refused with a sentence, and nothing is kept", async (_, name, bytes, sentence) => {
  const { admin, theme } = await build();
  const reply = await send(admin, theme.id, bytes, name);
  expect(reply.status, reply.text).toBe(400);
  expect(reply.text).toContain(sentence);
  expect((await admin.call(listQuestionnaires, {})).body).toEqual([]);
});

test("merged cells keep their question and get an answer beside them", async () => {
  const { admin, theme } = await build();
  const { id, created } = await ran(admin, theme.id, book([asked], merged));
  expect(created.places[0]).toMatchObject({ questionColumn: 1, answerColumn: null });
  const bytes = await fileOf(admin, id);
  const again = await workOnQuestionnaire(bytes, "a.xlsx", { chosen: null, answers: null });
  expect(again).toMatchObject({
    ok: true,
    layout: { places: [{ columns: expect.arrayContaining([{ index: 3, title: "Answer" }]) }] },
  });
});

test("another company, and a colleague, cannot find a questionnaire; its company's administrators can", async () => {
  const { admin, agent, companyId, theme } = await build();
  expect((await send(agent, theme.id, book([asked]))).status).toBe(404);
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  const { body } = await send(agent, theme.id, book([asked]));
  const { admin: stranger } = await buildCompany(app);
  const other = await buildPerson(app, { role: "agent", companyId, workspaceIds: [] });
  for (const person of [stranger, other]) {
    for (const endpoint of [
      getQuestionnaire,
      listQuestionnaireQuestions,
      runQuestionnaire,
      downloadQuestionnaire,
      deleteQuestionnaire,
    ])
      expect((await person.call(endpoint, { id: body.id })).status).toBe(404);
    expect((await person.call(listQuestionnaires, {})).body).toEqual([]);
  }
  expect((await admin.call(getQuestionnaire, { id: body.id })).body).toMatchObject({
    isOwn: false,
    total: 1,
  });
  expect((await admin.call(runQuestionnaire, { id: body.id })).status).toBe(403);
  expect((await admin.call(deleteQuestionnaire, { id: body.id })).status).toBe(200);
  expect((await agent.call(listQuestionnaires, {})).body).toEqual([]);
});

test("after a stop in the middle, only questions without an answer are asked", async () => {
  const { admin, companyId, theme } = await build();
  const { body } = await send(admin, theme.id, book([asked, canteen, "Are gift cards refundable?"]));
  const system = systemCaller(app.services, "test");
  const id = body.id;
  // as if a server had been killed after its first question: that one answered, the second begun
  await admin.call(runQuestionnaire, { id });
  await finished(admin, id);
  const before = (await admin.call(listQuestionnaireQuestions, { id })).body.rows;
  await system.transact(async (ctx) => {
    await ctx.db
      .updateTable("questionnaires")
      .set({ state: "running", finished_at: null })
      .where("id", "=", id)
      .execute();
    await ctx.db
      .updateTable("questionnaire_questions")
      .set({ interaction_id: null, attempts: 0 })
      .where("questionnaire_id", "=", id)
      .where("ordinal", "=", 3)
      .execute();
  });
  // two servers take the job at once
  await Promise.all([1, 2].map(() => askQuestionnaire(app.services, { companyId, questionnaireId: id })));
  await finished(admin, id);
  const after = (await admin.call(listQuestionnaireQuestions, { id })).body.rows;
  const ids = (rows: typeof after) => rows.map(({ interactionId }) => interactionId);
  expect(ids(after).slice(0, 2)).toEqual(ids(before).slice(0, 2));
  expect(after[2]).toMatchObject({ state: "answered" });
  const count = await system.transact((ctx) =>
    ctx.db.selectFrom("interactions").select("id").where("company_id", "=", companyId).execute(),
  );
  expect(count).toHaveLength(4);
});

test("a questionnaire stops when its author may no longer ask, and says why", async () => {
  const { admin, agent, companyId, theme } = await build();
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  const { body } = await send(agent, theme.id, book([asked]));
  await systemCaller(app.services, "test").transact(async (ctx) => {
    await ctx.db.updateTable("questionnaires").set({ state: "running" }).where("id", "=", body.id).execute();
    await ctx.db.updateTable("users").set({ is_active: false }).where("id", "=", agent.id).execute();
  });
  await askQuestionnaire(app.services, { companyId, questionnaireId: body.id });
  expect((await admin.call(getQuestionnaire, { id: body.id })).body).toMatchObject({
    ...{ state: "stopped", answered: 0, reason: expect.stringContaining("no longer sign in") },
  });
});
