import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, listHistory, rateAnswer } from "#contract/answering/answers.ts";
import {
  exportInteractions,
  getInteraction,
  listInteractions,
  reviewInteraction,
} from "#contract/answering/interactions.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { getReviewReport } from "#contract/answering/reports.ts";
import {
  assignReview,
  countReviews,
  getReviewRules,
  listReviews,
  requestSecondOpinion,
  setReviewRules,
  type ReviewCase,
} from "#contract/answering/reviews.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A company with three reviewers and a theme that answers. */
async function buildDesk() {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  const person = () =>
    buildPerson(app, {
      role: "workspace_admin",
      companyId: company.companyId,
      workspaceIds: [company.workspaceId],
    });
  const [second, third] = [await person(), await person()];
  const question = async (userQuery: string) =>
    (await company.admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" })).body.interactionId;
  return { ...company, theme, second, third, question };
}

async function deskOf(
  person: TestPerson,
  query: Parameters<typeof person.call<typeof listReviews>>[1] = {},
): Promise<ReviewCase[]> {
  const { body } = await person.call(listReviews, query);
  return Array.isArray(body) ? body : body.rows;
}

const answerable = "Within how many days may opened products be returned?";
const unanswerable = "What is the canteen serving on Friday?";

test("a bad rating sends an answer to the desk; a good one does not", async () => {
  const { admin, question } = await buildDesk();
  const [bad, good] = [await question(answerable), await question(answerable)];
  await admin.call(rateAnswer, { interactionId: good, rating: "good" });
  expect(await deskOf(admin)).toEqual([]);
  await admin.call(rateAnswer, { interactionId: bad, rating: "bad" });
  // its source is a text file, which has no page pictures
  expect(await deskOf(admin)).toMatchObject([
    { id: bad, reasons: ["bad_rating"], status: "open", citesPage: false },
  ]);
  expect((await admin.call(countReviews, {})).body).toEqual({
    open: 1,
    second_opinion: 0,
    disagreement: 0,
    mine: 0,
  });
});

test("rules select abstained answers and a sample, only while they are set", async () => {
  const { admin, question } = await buildDesk();
  expect((await admin.call(getReviewRules, {})).body).toEqual({
    badRating: true,
    unsupported: true,
    abstained: false,
    samplePercent: 0,
    version: 0,
  });
  await question(unanswerable);
  expect(await deskOf(admin)).toEqual([]);
  await admin.call(setReviewRules, {
    badRating: false,
    unsupported: true,
    abstained: true,
    samplePercent: 0,
  });
  const abstained = await question(unanswerable);
  expect(await deskOf(admin)).toMatchObject([{ id: abstained, reasons: ["abstained"] }]);
  const rated = await question(answerable);
  await admin.call(rateAnswer, { interactionId: rated, rating: "bad" });
  expect(await deskOf(admin)).toHaveLength(1);
  await admin.call(setReviewRules, {
    badRating: false,
    unsupported: false,
    abstained: false,
    samplePercent: 100,
  });
  const drawn = await question(answerable);
  expect((await deskOf(admin)).map(({ id, reasons }) => ({ id, reasons }))).toContainEqual({
    id: drawn,
    reasons: ["sample"],
  });
});

test("an answer with an unsupported sentence goes to the desk when it is finished", async () => {
  const { admin, agent, companyId, theme } = await buildDesk();
  await withClient(app.connection, async (client) => {
    await client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, mode)
       values ($1, $2, $3, 'agent', 's', 'How?', 'model')`,
      [companyId, theme.id, agent.id],
    );
    await client.query(
      "update interactions set outcome = 'answered', claims_unsupported = 1, finished_at = now() where company_id = $1 and outcome = 'pending'",
      [companyId],
    );
  });
  expect(await deskOf(admin)).toMatchObject([{ question: "How?", reasons: ["unsupported"] }]);
});

test("a wrong answer is corrected next to the record, and the asker is notified", async () => {
  const { admin, agent, companyId, theme, question } = await buildDesk();
  const id = await question(answerable);
  // the agent is the asker
  await withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("update interactions set user_id = $1 where company_id = $2", [agent.id, companyId]);
  });
  const before = (await admin.call(getInteraction, { id })).body;
  const reviewed = await admin.call(reviewInteraction, {
    id,
    verdict: "wrong",
    note: "Looked at the old version.",
    correctedAnswer: "Within 14 days.",
  });
  expect(reviewed.body).toMatchObject({
    response: before.response,
    reviewStatus: "done",
    reviews: [{ kind: "first", verdict: "wrong", correctedAnswer: "Within 14 days." }],
  });
  const [entry] = (await agent.call(listHistory, { themeId: theme.id })).body;
  expect(entry).toMatchObject({
    interactionId: id,
    response: before.response,
    correction: { verdict: "wrong", text: "Within 14 days." },
  });
  expect(JSON.stringify(entry)).not.toContain("old version");
  const { rows } = (await agent.call(listNotifications, {})).body;
  const title = "An answer you received was corrected";
  expect(rows).toMatchObject([
    { kind: "answer_corrected", title, link: `/agent-workbench?interaction=${id}` },
  ]);
});

test("a super admin who asked is notified like anyone else, of a verdict without a correction as such", async () => {
  const { admin, theme } = await buildDesk();
  const asker = await buildSuperAdmin(app);
  const { body } = await asker.call(ask, { themeId: theme.id, userQuery: answerable, sessionId: "s" });
  await admin.call(reviewInteraction, { id: body.interactionId, verdict: "wrong" });
  await expect
    .poll(async () => (await asker.call(listNotifications, {})).body.rows, { timeout: 10_000 })
    .toMatchObject([
      {
        title: "An answer you received was reviewed",
        link: `/agent-workbench?interaction=${body.interactionId}`,
      },
    ]);
});

test("a correct answer notifies nobody and has no correction", async () => {
  const { admin, question } = await buildDesk();
  const id = await question(answerable);
  await admin.call(reviewInteraction, { id, verdict: "correct", correctedAnswer: "Ignored." });
  const { body } = await admin.call(getInteraction, { id });
  expect(body).toMatchObject({ correction: null, reviews: [{ correctedAnswer: "" }] });
  expect((await admin.call(listNotifications, {})).body.rows).toEqual([]);
});

test("two reviewers who disagree wait for a third, and the report shows how often reviewers agree", async () => {
  const { admin, second, third, question } = await buildDesk();
  const id = await question(answerable);
  const first = await admin.call(reviewInteraction, { id, verdict: "correct", secondOpinion: true });
  expect(first.body).toMatchObject({
    reviewStatus: "second_opinion",
    reviewRefusal: "The second opinion must come from another reviewer.",
  });
  const refusalTo = async (person: TestPerson) =>
    (await person.call(getInteraction, { id })).body.reviewRefusal;
  expect(await refusalTo(second)).toBeNull();
  const again = await admin.call(reviewInteraction, { id, verdict: "correct" });
  expect(again.status).toBe(409);
  expect(again.error.error).toBe("The second opinion must come from another reviewer.");
  const other = await second.call(reviewInteraction, { id, verdict: "incomplete" });
  expect(other.body.reviewStatus).toBe("disagreement");
  expect((await third.call(listNotifications, {})).body.rows).toMatchObject([
    { kind: "review_assigned", link: `/admin?tab=reviews&case=${id}` },
  ]);
  expect((await second.call(reviewInteraction, { id, verdict: "incomplete" })).status).toBe(409);
  expect(await refusalTo(second)).toBe("Two reviewers disagree. A third person decides.");
  expect(await refusalTo(third)).toBeNull();
  const decided = await third.call(reviewInteraction, { id, verdict: "incomplete" });
  expect(decided.body).toMatchObject({ reviewStatus: "done" });
  expect(decided.body.reviews.map(({ kind }) => kind)).toEqual(["decision", "second", "first"]);
  expect(await deskOf(admin, { status: "done" })).toMatchObject([{ id, verdict: "incomplete" }]);

  const agreedOn = await question(answerable);
  await admin.call(reviewInteraction, { id: agreedOn, verdict: "correct" });
  expect((await admin.call(requestSecondOpinion, { id: agreedOn })).body.status).toBe("second_opinion");
  await second.call(reviewInteraction, { id: agreedOn, verdict: "correct" });
  expect((await admin.call(requestSecondOpinion, { id: agreedOn })).status).toBe(409);

  const { body } = await admin.call(getReviewReport, { period: 7 });
  expect(body).toMatchObject({ reviewed: 2, correct: 1, secondOpinions: 2, agreed: 1, waiting: 0 });
  expect(body.byWeek.reduce((sum, week) => sum + week.reviewed, 0)).toBe(2);
  expect(body.byReviewer).toContainEqual({
    id: admin.id,
    name: "Test workspace_admin",
    email: admin.email,
    reviews: 2,
    correct: 2,
  });
  const today = { status: "any", from: body.from, to: body.to } as const;
  expect(await deskOf(admin, { ...today, reviewedBy: admin.id })).toHaveLength(2);
  expect(await deskOf(admin, { ...today, review: "second" })).toHaveLength(body.secondOpinions);
  expect(await deskOf(admin, { ...today, reviewedBy: admin.id, to: "2020-01-01" })).toEqual([]);
});

test("a case can only be assigned to an administrator of the company, who is notified", async () => {
  const { admin, agent, second, question } = await buildDesk();
  const id = await question(answerable);
  const given = await admin.call(assignReview, { id, userId: second.id });
  expect(given.body).toMatchObject({ id, reasons: ["requested"], assignee: { id: second.id } });
  expect(await deskOf(second, { assignee: "me" })).toMatchObject([{ id }]);
  expect((await second.call(listNotifications, {})).body.rows).toMatchObject([{ kind: "review_assigned" }]);
  expect((await admin.call(assignReview, { id, userId: agent.id })).error.fields).toEqual({
    userId: "Choose an administrator of this company.",
  });
  const foreign = await buildCompany(app);
  expect((await admin.call(assignReview, { id, userId: foreign.admin.id })).status).toBe(404);
  expect((await admin.call(assignReview, { id, userId: null })).body.assignee).toBeNull();
});

test("a new reason reopens a finished case, and the earlier verdict applies until the next", async () => {
  const { admin, question } = await buildDesk();
  const id = await question(answerable);
  await admin.call(reviewInteraction, { id, verdict: "correct" });
  await admin.call(rateAnswer, { interactionId: id, rating: "bad" });
  expect(await deskOf(admin)).toMatchObject([
    { id, status: "open", verdict: "correct", reasons: ["bad_rating", "requested"] },
  ]);
  await admin.call(reviewInteraction, { id, verdict: "incomplete" });
  expect(await deskOf(admin)).toEqual([]);
});

test("two simultaneous verdicts are processed one after the other", async () => {
  const { admin, second, question } = await buildDesk();
  const id = await question(answerable);
  const replies = await Promise.all(
    [admin, second].map((person) => person.call(reviewInteraction, { id, verdict: "correct" })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await admin.call(getInteraction, { id });
  expect(body.reviews.map(({ kind }) => kind)).toEqual(["revision", "first"]);
});

test("one company's desk shows nothing of another", async () => {
  const own = await buildDesk();
  const foreign = await buildDesk();
  await own.admin.call(rateAnswer, { interactionId: await own.question(answerable), rating: "bad" });
  expect(await deskOf(foreign.admin)).toEqual([]);
  expect((await foreign.admin.call(countReviews, {})).body.open).toBe(0);
});

test("no path shows the first verdict to the second reviewer beforehand", async () => {
  const { admin, second, question, theme } = await buildDesk();
  const id = await question(answerable);
  const verdict = {
    verdict: "source_wrong",
    note: "An old edition.",
    correctedAnswer: "Within 99 days.",
  } as const;
  const telltale = /source_wrong|An old edition|Within 99 days/;
  const given = await admin.call(reviewInteraction, { id, ...verdict, secondOpinion: true });
  expect(given.body.reviews).toMatchObject([verdict]);

  const waysOut = async (person: TestPerson) => [
    (await person.call(getInteraction, { id })).body,
    await deskOf(person, { status: "second_opinion" }),
    (await person.call(assignReview, { id, userId: second.id })).body,
    (await person.call(listInteractions, {})).body,
    (await person.call(listHistory, { themeId: theme.id })).body,
    (await person.call(listNotifications, {})).body,
    (await person.call(exportInteractions, {})).text,
  ];
  const shown = await waysOut(second);
  expect(shown[0]).toMatchObject({ reviewStatus: "second_opinion", reviews: [] });
  expect(shown[1]).toMatchObject([{ id, verdict: null }]);
  expect(JSON.stringify(shown)).not.toMatch(telltale);
  const report = async () => (await second.call(getReviewReport, { period: 7 })).body;
  expect((await report()).byReviewer).toEqual([]);
  expect(await deskOf(second, { status: "any", reviewedBy: admin.id })).toEqual([]);
  // the author can still read it
  expect((await admin.call(getInteraction, { id })).body.reviews).toMatchObject([verdict]);

  const other = await second.call(reviewInteraction, { id, verdict: "correct" });
  expect(other.body.reviews).toMatchObject([{ kind: "second" }, { kind: "first", ...verdict }]);
  expect((await report()).byReviewer).toContainEqual({
    id: admin.id,
    name: "Test workspace_admin",
    email: admin.email,
    reviews: 1,
    correct: 0,
  });
});

test("a second opinion on a finished case hides verdict and correction from reviewers, not from the asker", async () => {
  const { admin, agent, second, companyId, theme, question } = await buildDesk();
  const ids = [await question(answerable), await question(answerable)];
  await withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const [place, asker] of [agent, second].entries())
      await client.query("update interactions set user_id = $1 where company_id = $2 and id = $3", [
        asker.id,
        companyId,
        ids[place],
      ]);
  });
  for (const id of ids) {
    await admin.call(reviewInteraction, { id, verdict: "wrong", correctedAnswer: "Within 99 days." });
    const asked = await second.call(requestSecondOpinion, { id });
    expect(asked.body).toMatchObject({ status: "second_opinion", verdict: null });
    expect((await second.call(getInteraction, { id })).body).toMatchObject({ reviews: [], correction: null });
  }
  expect((await second.call(listHistory, { themeId: theme.id })).body).toMatchObject([{ correction: null }]);
  expect((await agent.call(listHistory, { themeId: theme.id })).body).toMatchObject([
    { correction: { verdict: "wrong", text: "Within 99 days." } },
  ]);
});
