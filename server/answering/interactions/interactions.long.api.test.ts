import { afterAll, beforeAll, expect, test } from "vitest";
import {
  exportInteractions,
  getInteraction,
  listInteractions,
  listModels,
  listReviewTags,
  reviewInteraction,
  tagInteraction,
  type InteractionRow,
} from "#contract/answering/interactions.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { listHistory, rateAnswer } from "#contract/answering/answers.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A company with recorded questions: `values` overrides defaults. */
async function buildRecord() {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  const record = (values: Record<string, unknown> = {}) =>
    withClient(app.connection, async (client) => {
      const row = {
        company_id: company.companyId,
        theme_id: theme.id,
        user_id: company.agent.id,
        user_role: "agent",
        session_id: "s",
        question: "How many days?",
        answer: "Thirty.",
        mode: "extractive",
        outcome: "answered",
        ...values,
      };
      const names = Object.keys(row);
      const { rows } = await client.query<{ id: number }>(
        `insert into interactions (${names.join(", ")}) values (${names.map((_, n) => `$${n + 1}`).join(", ")}) returning id`,
        Object.values(row),
      );
      return rows[0]?.id ?? 0;
    });
  return { ...company, theme, record };
}

type Filters = Parameters<TestPerson["call"]>[1];
async function idsOf(person: TestPerson, filters: Filters = {}): Promise<number[]> {
  const { body } = await person.call(listInteractions, filters);
  const rows: InteractionRow[] = Array.isArray(body) ? body : body.rows;
  return rows.map((row) => row.chat_interactions.id);
}

test("without a page, the list has the specification's rows, newest first", async () => {
  const { admin, agent, record, theme } = await buildRecord();
  const older = await record({ created_at: new Date(Date.now() - 60_000) });
  const newer = await record();
  const { body } = await admin.call(listInteractions, {});
  expect(Array.isArray(body)).toBe(true);
  expect(await idsOf(admin)).toEqual([newer, older]);
  expect(Array.isArray(body) ? body[0] : null).toMatchObject({
    chat_interactions: { id: newer, sessionId: "s", themeId: theme.id, userQuery: "How many days?" },
    user: { email: agent.email, role: "agent" },
  });
});

test("only a model's sentences count as confirmed: quotes are their own sources", async () => {
  const { admin, record } = await buildRecord();
  const counts = { claims_checked: 2, claims_supported: 2 };
  await record({ ...counts, mode: "extractive" });
  await record({ ...counts, mode: "model" });
  const { body } = await admin.call(listInteractions, {});
  const rows = (Array.isArray(body) ? body : body.rows).map((row) => row.chat_interactions);
  const of = (mode: string) => rows.find((row) => row.mode === mode);
  expect(of("extractive")).toMatchObject({ confirmed: 0, claims: 0 });
  expect(of("model")).toMatchObject({ confirmed: 2, claims: 2 });
});

test("each filter shows its own rows and nothing else", async () => {
  const { admin, companyId, agent, record, workspaceId, theme } = await buildRecord();
  const plain = await record();
  const { theme: other } = await buildTheme(admin, { name: "Delivery" });
  const ofTheme = await record({ theme_id: other.id });
  const ofAdmin = await record({ user_id: admin.id });
  const rated = await record({ rating: "bad" });
  const abstained = await record({ outcome: "abstained" });
  const byModel = await record({ mode: "model", model: "gpt-5-mini" });
  const tagged = await record({ selected_tags: JSON.stringify({ topics: ["late fee"] }) });
  const worded = await record({ answer: "A 100% refund_" });
  const reviewed = await record();
  await admin.call(reviewInteraction, { id: reviewed, verdict: "correct" });
  expect(await idsOf(admin, { themeId: other.id })).toEqual([ofTheme]);
  expect(await idsOf(admin, { userId: admin.id })).toEqual([ofAdmin]);
  expect(await idsOf(admin, { rating: "bad" })).toEqual([rated]);
  expect(await idsOf(admin, { rating: "none", userId: agent.id, themeId: theme.id })).not.toContain(rated);
  expect(await idsOf(admin, { outcome: "abstained" })).toEqual([abstained]);
  expect(await idsOf(admin, { mode: "model" })).toEqual([byModel]);
  expect(await idsOf(admin, { model: "gpt-5-mini" })).toEqual([byModel]);
  expect(await idsOf(admin, { model: "gpt-5" })).toEqual([]);
  expect(await idsOf(admin, { tag: "late fee" })).toEqual([tagged]);
  // wildcard characters are literal here
  expect(await idsOf(admin, { answer: "100% REFUND_" })).toEqual([worded]);
  expect(await idsOf(admin, { answer: "1__%" })).toEqual([]);
  // questions and answers are searched separately
  expect(await idsOf(admin, { search: "100% REFUND_" })).toEqual([]);
  expect(await idsOf(admin, { search: "How many", answer: "refund" })).toEqual([worded]);
  expect(await idsOf(admin, { answer: "How many" })).toEqual([]);
  expect(await idsOf(admin, { reviewed: "true" })).toEqual([reviewed]);
  expect(await idsOf(admin, { reviewed: "false" })).not.toContain(reviewed);
  expect(await idsOf(admin, { workspaceId })).toContain(plain);
  expect((await admin.call(listModels, {})).body).toEqual(["gpt-5-mini"]);
  const foreign = await buildCompany(app);
  expect(await idsOf(foreign.admin, { workspaceId })).toEqual([]);
  expect(await idsOf(foreign.admin, { model: "gpt-5-mini" })).toEqual([]);
  expect((await foreign.admin.call(listModels, {})).body).toEqual([]);
  const superAdmin = await buildSuperAdmin(app);
  expect(await idsOf(superAdmin, { companyId, rating: "bad" })).toEqual([rated]);
});

test("a day in the filter is a day in the reader's time zone", async () => {
  const { admin, record } = await buildRecord();
  // 23:30 on May 4 in New York, 09:15 on May 5 in Kathmandu
  const late = await record({ created_at: "2026-05-05T03:30:00Z" });
  const on = (day: string, timeZone: string) => idsOf(admin, { from: day, to: day, timeZone });
  expect(await on("2026-05-04", "America/New_York")).toEqual([late]);
  expect(await on("2026-05-05", "America/New_York")).toEqual([]);
  expect(await on("2026-05-05", "Asia/Kathmandu")).toEqual([late]);
  expect(await on("2026-05-05", "UTC")).toEqual([late]);
  expect((await admin.call(listInteractions, { timeZone: "Mars/Olympus" })).status).toBe(400);
});

test("pages report the total, and can be sorted by theme and person", async () => {
  const { admin, record } = await buildRecord();
  for (let n = 0; n < 12; n += 1) await record();
  const ofAdmin = await record({ user_id: admin.id });
  const { body } = await admin.call(listInteractions, { page: 2 });
  expect(Array.isArray(body) ? null : [body.rows.length, body.total]).toEqual([3, 13]);
  for (const sort of ["theme", "-theme", "agent", "rating", "outcome", "createdAt"])
    expect((await admin.call(listInteractions, { page: 1, sort })).status).toBe(200);
  // 'agent…' sorts before 'workspace-admin…'
  expect((await idsOf(admin, { page: 1, sort: "-agent" }))[0]).toBe(ofAdmin);
});

test("the export has every row of the filter once, formulas defused, across batches and within a millisecond", async () => {
  const { admin, companyId, agent, theme, record } = await buildRecord();
  await record({ question: '=HYPERLINK("http://x")', rating: "bad" });
  await withClient(app.connection, (client) =>
    client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, answer, mode, outcome, created_at)
       select $1, $2, $3, 'agent', 's', 'bulk ' || n, 'a', 'extractive', 'answered', '2026-01-05T10:00:00Z'::timestamptz + n * interval '7 microseconds'
       from generate_series(1, 2500) n`,
      [companyId, theme.id, agent.id],
    ),
  );
  const all = await admin.call(exportInteractions, {});
  expect(all.headers.get("content-disposition")).toContain('filename="chat_interactions.csv"');
  const bulk = [...all.text.matchAll(/bulk (\d+)/g)].map(([, n]) => Number(n));
  expect(bulk.length).toBe(2500);
  expect(new Set(bulk).size).toBe(2500);
  expect(all.text).toContain(`"'=HYPERLINK(""http://x"")"`);
  const [header = "", first = ""] = all.text.replace("\ufeff", "").split("\n");
  const cells = Object.fromEntries(header.split(",").map((name, index) => [name, first.split(",")[index]]));
  expect(cells).toMatchObject({
    "Theme ID": String(theme.id),
    Confirmed: "quoted",
  });
  const rated = await admin.call(exportInteractions, { rating: "bad" });
  expect(rated.text.trim().split("\n")).toHaveLength(2);
  const foreign = await buildCompany(app);
  expect((await foreign.admin.call(exportInteractions, {})).text.trim().split("\n")).toHaveLength(1);
});

test("reviewers' tags find an answer again, whatever their case, and its asker doesn't see them", async () => {
  const { admin, agent, record } = await buildRecord();
  const [id, narrowed, other] = [
    await record(),
    await record({ selected_tags: JSON.stringify({ topics: ["Complaint"] }) }),
    await record(),
  ];
  const tag = (change: object, of = id) => admin.call(tagInteraction, { id: of, ...change });
  expect((await tag({ add: ["Complaint", "Q4  audit", "complaint"] })).body).toEqual({
    reviewTags: ["Complaint", "Q4 audit"],
    changed: true,
  });
  expect((await tag({ add: ["q4 audit"] })).body).toMatchObject({ changed: false });
  expect(await idsOf(admin, { tag: "Complaint" })).toEqual([narrowed, id]);
  expect(await idsOf(admin, { tag: "Complaint", tagGroup: "topics" })).toEqual([narrowed]);
  expect((await admin.call(listReviewTags, {})).body).toEqual(["Complaint", "Q4 audit"]);
  expect((await admin.call(exportInteractions, { tag: "Q4 audit" })).text).toContain("Complaint; Q4 audit");
  expect(JSON.stringify((await agent.call(listHistory, {})).body)).not.toContain("Q4 audit");
  expect((await agent.call(tagInteraction, { id, add: ["Mine"] })).status).toBe(403);

  expect((await tag({ remove: ["COMPLAINT"] })).body).toMatchObject({ reviewTags: ["Q4 audit"] });
  expect((await admin.call(getInteraction, { id })).body.reviewTags).toEqual(["Q4 audit"]);
  const { body: events } = await admin.call(listRecord, { action: "interaction.tag" });
  expect(events.rows.map(({ before, after }) => [before, after])).toEqual([
    [{ tags: ["Complaint", "Q4 audit"] }, { tags: ["Q4 audit"] }],
    [{ tags: [] }, { tags: ["Complaint", "Q4 audit"] }],
  ]);

  // too many of them change nothing
  const many = Array.from({ length: 21 }, (_, at) => `Tag ${at}`);
  expect((await tag({ add: many }, other)).status).toBe(400);
  expect((await admin.call(getInteraction, { id: other })).body.reviewTags).toEqual([]);
});

test("a rating belongs to the asker: an administrator's is refused and changes nothing", async () => {
  const { admin, agent, record } = await buildRecord();
  const id = await record();
  const said = { interactionId: id, rating: "bad", feedback: "The fee is older" } as const;
  expect((await agent.call(rateAnswer, said)).status).toBe(200);
  const refused = await admin.call(rateAnswer, { interactionId: id, rating: "good", feedback: "It is fine" });
  expect([refused.status, refused.error.error]).toEqual([
    403,
    "Only the person who asked rates an answer. Your own view of it belongs in a review.",
  ]);
  const { body } = await admin.call(getInteraction, { id });
  expect(body).toMatchObject({ rating: "bad", feedback: "The fee is older" });
});

test("a rating can be changed and removed, each change on record, and administrators are notified of a bad one until it is removed", async () => {
  const { admin, agent, record, companyId } = await buildRecord();
  const id = await record();
  const told = async () =>
    (await admin.call(listNotifications, {})).body.rows.filter(({ kind }) => kind === "bad_rating").length;
  const unread: number[] = [];
  for (const rating of ["bad", "good", "bad", null] as const) {
    const feedback = rating === null ? undefined : `So ${rating}`;
    expect((await agent.call(rateAnswer, { interactionId: id, rating, feedback })).status).toBe(200);
    expect((await admin.call(getInteraction, { id })).body).toMatchObject({
      rating,
      feedback: feedback ?? null,
    });
    unread.push(await told());
  }
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select rating from ratings where company_id = $1 and interaction_id = $2 order by id", [
      companyId,
      id,
    ]),
  );
  expect(rows).toEqual([{ rating: "bad" }, { rating: "good" }, { rating: "bad" }, { rating: null }]);
  expect(unread).toEqual([1, 0, 1, 0]);
});

test("a bad rating has a reason, reviewers and the export see the newest one, and a reason for another rating is refused", async () => {
  const { admin, agent, record } = await buildRecord();
  const id = await record();
  const rate = (more: object) => agent.call(rateAnswer, { interactionId: id, rating: "bad", ...more });
  expect((await rate({})).status).toBe(200);
  expect((await rate({ reason: "wrong" })).status).toBe(200);
  expect((await rate({ reason: "out_of_date", feedback: "The 2024 table" })).status).toBe(200);
  const said = { rating: "bad", ratingReason: "out_of_date", feedback: "The 2024 table" };
  expect((await admin.call(getInteraction, { id })).body).toMatchObject(said);
  const refusals = [
    await rate({ rating: "good", reason: "wrong" }),
    await rate({ rating: null, reason: "wrong" }),
    await rate({ reason: "rude" }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect((await admin.call(getInteraction, { id })).body).toMatchObject(said);
  const exported = await admin.call(exportInteractions, { rating: "bad" });
  expect(exported.text).toContain("out_of_date,The 2024 table");
  expect((await rate({ rating: "good" })).status).toBe(200);
  expect((await admin.call(getInteraction, { id })).body).toMatchObject({
    rating: "good",
    ratingReason: null,
    feedback: null,
  });
});

test("an agent's history is their own, with their ratings", async () => {
  const { admin, agent, record } = await buildRecord();
  const id = await record();
  await agent.call(rateAnswer, { interactionId: id, rating: "good" });
  expect((await agent.call(listHistory, {})).body).toMatchObject([
    { interactionId: id, rating: "good", correction: null },
  ]);
  expect((await admin.call(listHistory, {})).body).toEqual([]);
});
