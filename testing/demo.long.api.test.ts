import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { listHistory } from "#contract/answering/answers.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { listHelp } from "#contract/operation/help.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { leadStatuses, listLeads, timeframes } from "#contract/operation/leads.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { getChatReport, getReviewReport, getSpendReport } from "#contract/answering/reports.ts";
import { getReviewRules, listReviews } from "#contract/answering/reviews.ts";
import { login } from "#contract/identity/sessions.ts";
import { listThemeAgents, listThemes } from "#contract/knowledge/themes.ts";
import { listUsers } from "#contract/identity/users.ts";
import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import { runDemo } from "#seed/demo/run.ts";
import { samples } from "#web/public/samples.ts";
import { servicesAt } from "#seed/demo/stage.ts";
import { fillEmpty } from "#seed/scenarios.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { call, rowsOf, type Reply } from "./call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { ask } from "#testing/ask.ts";

type Role = "Super admin" | "Workspace admin" | "Agent";
let app: TestApp;
/** The output of two servers that start at once on the empty database. */
let printed: string[][];
let lines: string[];
const tokens = new Map<Role, string>();

beforeAll(async () => {
  app = await startTestApp({ env: { SCENARIO: "demo" } });
  const { services, connection: owner } = app;
  const { clock, mail } = services;
  const second = await openServices(services.config, services.log, { owner, clock, mail });
  printed = await Promise.all([services, second].map(fillEmpty));
  await second.close();
  [lines = []] = printed;
  for (const role of ["Super admin", "Workspace admin", "Agent"] as const) {
    const { body } = await call(app.url, null, login, signInOf(role));
    tokens.set(role, body.sessionToken);
  }
}, 240_000);
afterAll(() => app.close());

function signInOf(role: Role): { email: string; password: string } {
  const [, email = "", password = ""] =
    new RegExp(`${role}\\s+(\\S+@\\S+)\\s+(\\S+)`).exec(lines.join("\n")) ?? [];
  return { email, password };
}

function as<E extends EndpointSpec>(role: Role, spec: E, input?: Request<E>): Promise<Reply<E>> {
  return call(app.url, tokens.get(role) ?? null, spec, input);
}

test("two servers started at once on an empty database create one demo, and both print its sign-ins", async () => {
  expect(printed[1]).toEqual(printed[0]);
  await withClient(app.connection, async (client) => {
    const made = await client.query("select name from companies");
    expect(made.rows).toHaveLength(1);
    const twice = await client.query("select name from themes group by name having count(*) > 1");
    expect(twice.rows).toEqual([]);
  });
});

test("the printed sign-ins work, one for each role", async () => {
  expect(lines[0]).toContain(`${app.services.config.publicUrl}/login`);
  for (const role of ["Super admin", "Workspace admin", "Agent"] as const) {
    const { status, body } = await call(app.url, null, login, signInOf(role));
    expect(status).toBe(200);
    expect(body.user.hasAcceptedTerms).toBe(true);
  }
});

test("themes 1 and 2 have the names used in the product's pictures, and theme 1 has two documents and five agents", async () => {
  const { body } = await as("Workspace admin", listThemes);
  const themes = rowsOf(body);
  expect(themes.map(({ id, name, isActive }) => ({ id, name, isActive }))).toEqual([
    { id: 1, name: "Customer Support - Electronics", isActive: true },
    { id: 2, name: "Billing Support", isActive: true },
    { id: 3, name: "Warranty Claims", isActive: true },
    { id: 4, name: "Holiday Promotions 2025", isActive: false },
  ]);
  expect(themes[0]).toMatchObject({ documentCount: 2, agentCount: 5 });
  expect((await as("Workspace admin", listThemeAgents, { id: 1 })).body).toHaveLength(5);
});

test("every document was read, in four formats, with the tags chosen by an administrator", async () => {
  const themes = rowsOf((await as("Workspace admin", listThemes)).body);
  const lists = await Promise.all(themes.map(({ id }) => as("Workspace admin", listDocuments, { id })));
  const documents = lists.flatMap(({ body }) => rowsOf(body));
  expect(documents).toHaveLength(15);
  expect(documents.filter((document) => document.status !== "ready")).toEqual([]);
  const formats = documents.map((document) => document.name.split(".").at(-1));
  expect(new Set(formats)).toEqual(new Set(["pdf", "docx", "doc", "txt"]));
});

test.each([
  [
    1,
    "How long does a refund to a credit card take?",
    "within five business days",
    "Returns and Refunds Policy.pdf",
    4,
  ],
  [
    1,
    "How many days do Circle members have to return unopened products?",
    "45 days",
    "Returns and Refunds Policy.pdf",
    3,
  ],
  [
    2,
    "Does applying for Stride affect the credit score?",
    "soft inquiry",
    "Stride Installment Plan Policy.pdf",
    2,
  ],
  [
    2,
    "Is a chargeback fee passed on to the customer?",
    "never passed on",
    "Billing Disputes and Chargebacks Procedure.docx",
    null,
  ],
  [
    3,
    "Who issues the contract in Florida?",
    "Kettleridge Service Company",
    "State Supplements to CareCover Contracts.doc",
    null,
  ],
])(
  "theme %i answers '%s' with its document and page",
  async (themeId, userQuery, words, documentName, page) => {
    const { body } = await as("Workspace admin", ask, { themeId, userQuery, sessionId: userQuery });
    expect(body).toMatchObject({ outcome: "answered", mode: "extractive" });
    expect(body.response).toContain(words);
    expect(body.citations).toContainEqual(expect.objectContaining({ documentName, page }));
  },
);

test("a question that no document answers is declined", async () => {
  const userQuery = "What should I cook for eight guests?";
  const { body } = await as("Agent", ask, { themeId: 1, userQuery, sessionId: "cook" });
  expect(body).toMatchObject({ outcome: "abstained", response: "The documents do not answer this" });
});

test("two weeks of questions are on record, mostly rated good", async () => {
  const { body } = await as("Workspace admin", listInteractions, { to: yesterday() });
  const rows = rowsOf(body).map((row) => row.chat_interactions);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.every((row) => row.mode === "extractive" && row.outcome !== "failed")).toBe(true);
  const rated = rows.filter((row) => row.rating !== null);
  expect(rated.length / rows.length).toBeGreaterThan(0.55);
  expect(rated.filter((row) => row.rating === "good").length / rated.length).toBeGreaterThan(0.7);
  expect(rows.some((row) => row.outcome === "abstained")).toBe(true);
  expect(rows.some((row) => row.reviewed)).toBe(true);
  const days = new Set(rows.map((row) => row.createdAt.slice(0, 10)));
  expect(days.size).toBeGreaterThanOrEqual(13);
});

function yesterday(): string {
  return new Date(app.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
}

test("each person of the demo finds three unread notices", async () => {
  for (const role of ["Super admin", "Workspace admin", "Agent"] as const) {
    const { body } = await as(role, listNotifications);
    expect(body.unread).toBe(3);
    expect(body.rows.length).toBeGreaterThan(3);
    // the demo's videos have no address yet
    expect(JSON.stringify(body.rows)).not.toMatch(/video/i);
  }
  const counts = await withClient(app.connection, (client) =>
    client.query<{ unread: number }>(
      "select count(*) filter (where n.id is not null)::int as unread from users u left join notifications n on n.user_id = u.id and n.read_at is null group by u.id",
    ),
  );
  expect(counts.rows.map((row) => row.unread)).toEqual(counts.rows.map(() => 3));
});

test("the review desk has cases in every state, some assigned, and corrections that reached the askers", async () => {
  const waiting = rowsOf((await as("Workspace admin", listReviews, { page: 1, pageSize: 200 })).body);
  expect(new Set(waiting.map(({ status }) => status))).toEqual(
    new Set(["open", "second_opinion", "disagreement"]),
  );
  expect(waiting.some(({ assignee }) => assignee !== null)).toBe(true);
  const reasons = waiting.flatMap((row) => row.reasons);
  expect(reasons).toContain("bad_rating");
  expect(reasons).toContain("abstained");
  const report = (await as("Workspace admin", getReviewReport, { period: 30 })).body;
  expect(report.reviewed).toBeGreaterThan(10);
  expect(report.secondOpinions).toBeGreaterThan(report.agreed);
  expect(report.agreed).toBeGreaterThan(0);
  const history = (await as("Agent", listHistory, { limit: 100 })).body;
  expect(history.some(({ correction }) => correction !== null && correction.text !== "")).toBe(true);
  expect((await as("Workspace admin", getReviewRules)).body.samplePercent).toBe(5);
});

test("reports have data and agree: unanswered topics, and no model call when every answer is quoted", async () => {
  const report = (await as("Workspace admin", getChatReport, { period: 30 })).body;
  expect(report.unansweredByTopic.filter(({ topic }) => topic !== null).length).toBeGreaterThan(1);
  expect(report.documents.some(({ count }) => count === 0)).toBe(true);
  expect(report.interactionsByModel.map(({ model }) => model)).toEqual(["extractive"]);
  expect((await as("Workspace admin", getSpendReport, { period: 30 })).body.calls).toBe(0);
});

test("leads of every status and timeframe wait for the super admin", async () => {
  const rows = rowsOf((await as("Super admin", listLeads)).body);
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(leadStatuses));
  expect(new Set(rows.map((row) => row.timeframe))).toEqual(new Set(timeframes));
});

test("the company sees the platform's help with one item in its own words, without the hidden one, and its own", async () => {
  const titles = (await as("Agent", listHelp)).body.map((item) => item.title);
  expect(titles).toContain("What do I do when the documents do not answer?");
  expect(titles).toContain("Your first question");
  expect(titles).toContain("Which theme do I choose?");
  expect(titles).not.toContain("Which files can I upload?");
  expect(titles).not.toContain("Why does it say 'The documents do not answer this'?");
});

test("the invited agent has an unused temporary password", async () => {
  const users = rowsOf((await as("Workspace admin", listUsers)).body);
  expect(users.filter((user) => user.mustChangePassword).map((user) => user.email)).toEqual([
    "nora.blake@corvane.example",
  ]);
});

test("a second start prints the same and changes nothing", async () => {
  const count = () =>
    withClient(app.connection, (client) =>
      client.query(
        `select (select count(*) from users) users, (select count(*) from documents) documents, (select count(*) from leads) leads,
          (select count(*) from interactions) interactions, (select count(*) from audit_events) events, (select count(*) from notifications) notices`,
      ),
    );
  const before = await count();
  expect(await runDemo(app.services)).toEqual(lines);
  expect((await count()).rows).toEqual(before.rows);
});

test("an installation's key is not spent on demo questions", () => {
  const { config } = app.services;
  const smart = { ...config.models.smart, installationKey: "a key" };
  const keyed = { ...app.services, config: { ...config, models: { ...config.models, smart } } };
  expect(servicesAt(keyed, app.clock.now()).config.models.smart.installationKey).toBeNull();
});

test("only the owner of the data folder can read the printed passwords", () => {
  const mode = statSync(join(app.services.config.dataDir, "demo-sign-ins.json")).mode & 0o777;
  expect(mode).toBe(0o600);
});

test("no demo is created if people already use the installation", async () => {
  const other = await startTestApp({ worker: false });
  try {
    await withClient(other.connection, (client) =>
      client.query(
        "insert into users (email, role, password_hash) values ('someone@example.com', 'super_admin', 'x')",
      ),
    );
    expect(await runDemo(other.services)).toEqual([]);
  } finally {
    await other.close();
  }
});

test("the README's own example gets the answer printed below it", async () => {
  const readme = readFileSync("README.md", "utf8");
  const [, sent = ""] = /-d '([^']+)'/.exec(readme) ?? [];
  const printed = [...readme.matchAll(/^> (.*)$/gm)].map(([, line]) => line).join("\n");
  const { body } = await as("Workspace admin", createApiKey, {
    name: "README",
    scopes: ["theme:ask"],
    themeIds: [(JSON.parse(sent) as { themeId: number }).themeId],
  });
  const response = await fetch(`${app.url}/api/v1/answers`, {
    method: "POST",
    headers: { authorization: `Bearer ${body.secret}`, "content-type": "application/json" },
    body: sent,
  });
  const { text } = (await response.json()) as { text: string };
  expect(printed).toContain("[1]");
  expect(text.startsWith(printed)).toBe(true);
});

test("the answers on the front page match the demo's answers", async () => {
  for (const { themeId, question, quotes, reason, sources } of samples) {
    const { body } = await as("Workspace admin", ask, {
      themeId,
      userQuery: question,
      sessionId: "front page",
    });
    for (const { heading, words, after, marker } of quotes)
      expect(body.response).toContain(`**${heading}** ${words} ${after} [${marker}]`);
    expect(body.outcome).toBe(quotes.length === 0 ? "abstained" : "answered");
    expect(body.reason?.replaceAll(/\s*\[\d\](?: and)?/g, "").replace(/\.$/, "") ?? null).toBe(
      reason?.text.replace(/\.$/, "") ?? null,
    );
    for (const { marker, document, place, words } of sources) {
      const citation = body.citations.find((item) => item.marker === marker);
      expect(citation?.documentName).toBe(document);
      const page = citation?.page == null ? "" : `page ${citation.page} · `;
      expect(place).toBe(`${page}${citation?.section?.split(" › ").at(-1)}`);
      expect(citation?.quote).toContain(words);
    }
  }
});
