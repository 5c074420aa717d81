import { afterAll, beforeAll, expect, test } from "vitest";
import { rateAnswer } from "#contract/answering/answers.ts";
import {
  getChatReport,
  getReviewReport,
  getSpendReport,
  type ChatReport,
} from "#contract/answering/reports.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { getChatReport as readReport } from "./chat-report.ts";
import { settleDays } from "./settle.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** The same numbers in every run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

type Generated = {
  company: number;
  theme: number;
  user: number;
  outcome: string;
  rating: string | null;
  unsupported: number;
  ms: number;
  topic: string | null;
  question: string;
  at: Date;
};

/** Two companies with two themes and two people each, and questions over 130 days. */
async function generate(count: number) {
  const next = numbersFrom(7);
  const pick = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(next() * values.length)] ?? values[0];
  const companies = [await buildCompany(app), await buildCompany(app)] as const;
  const places: { company: number; theme: number; user: number }[] = [];
  for (const { companyId, admin, agent } of companies)
    for (const name of ["Refunds", "Delivery"]) {
      const { theme } = await buildTheme(admin, { name });
      for (const user of [admin.id, agent.id]) places.push({ company: companyId, theme: theme.id, user });
    }
  const now = app.services.clock.now().getTime();
  const rows = Array.from({ length: count }, (): Generated => {
    const outcome = pick(["answered", "answered", "answered", "abstained", "failed"]);
    return {
      ...(places[Math.floor(next() * places.length)] ?? { company: 0, theme: 0, user: 0 }),
      outcome,
      rating: pick(["good", "bad", null]),
      unsupported: outcome === "answered" && next() < 0.2 ? 1 : 0,
      ms: Math.round(next() * 20_000 * 100) / 100,
      topic: pick(["late fee", null]),
      question: pick(["What about the gift card?", "Who cooks?"]),
      at: new Date(now - Math.floor(next() * 130 * 86_400_000)),
    };
  });
  await withClient(app.connection, async (client) => {
    for (const { company } of new Map(places.map((place) => [place.company, place])).values())
      await client.query("update themes set topic_tags = array['gift card'] where company_id = $1", [
        company,
      ]);
    await client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, answer, mode, outcome, rating, claims_unsupported, total_ms, selected_tags, created_at, finished_at)
       select r.company, r.theme, r.user, 'agent', 's', r.question, 'a', 'extractive', r.outcome, r.rating, r.unsupported, r.ms,
         case when r.topic is null then '{}'::jsonb else jsonb_build_object('topics', jsonb_build_array(r.topic)) end, r.at, r.at
       from jsonb_to_recordset($1::jsonb) as r(company int, theme int, "user" int, question text, outcome text, rating text, unsupported int, ms real, topic text, at timestamptz)`,
      [JSON.stringify(rows)],
    );
  });
  return { companies, rows };
}

/** The day on a wall clock in the time zone, computed differently than in the product. */
function dayIn(zone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  return (at) => format.format(at);
}

/** To two significant digits, in seconds. */
function rounded(ms: number): number {
  return (ms < 100 ? Math.round(ms) : Number(ms.toPrecision(2))) / 1000;
}

/** The expected report, computed row by row. */
function countDirectly(rows: Generated[], zone: string, report: ChatReport) {
  const dayOf = dayIn(zone);
  const inside = rows.filter(({ at }) => dayOf(at) >= report.from && dayOf(at) <= report.to);
  const count = (matches: (row: Generated) => boolean) => inside.filter(matches).length;
  const rated = count(({ rating }) => rating !== null);
  const times = inside.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => {
    const value = times[Math.ceil(share * times.length) - 1];
    return value === undefined ? null : rounded(value);
  };
  const byDay = new Map(report.interactionsByDay.map(({ date }) => [date, 0]));
  for (const row of inside) byDay.set(dayOf(row.at), (byDay.get(dayOf(row.at)) ?? 0) + 1);
  const abstained = inside.filter(({ outcome }) => outcome === "abstained");
  const named = (topic: string) =>
    abstained.filter((row) => row.topic === topic || row.question.includes(topic)).length;
  return {
    totalInteractions: inside.length,
    ratedInteractions: rated,
    averageRating: rated === 0 ? null : count(({ rating }) => rating === "good") / rated,
    totalUsers: new Set(inside.map(({ user }) => user)).size,
    totalThemes: new Set(inside.map(({ theme }) => theme)).size,
    unsupportedAnswers: count(({ unsupported }) => unsupported > 0),
    outcomes: (["answered", "abstained", "failed"] as const).map((outcome) => ({
      outcome,
      count: count((row) => row.outcome === outcome),
    })),
    secondsToAnswer: { median: at(0.5), p95: at(0.95) },
    interactionsByDay: [...byDay].map(([date, n]) => ({ date, count: n })),
    topics: count(({ topic }) => topic !== null),
    unanswered: { "gift card": named("gift card"), "late fee": named("late fee") },
    themes: linesOf(inside, "theme", report),
    users: linesOf(inside, "user", report),
  };
}

/** Interactions, those declined, and the trend of each theme or person. */
function linesOf(inside: Generated[], by: "theme" | "user", { period, to }: ChatReport) {
  const steps = { 7: 7, 30: 30, 90: 13, 365: 52 }[period] ?? 0;
  return new Map(
    [...Map.groupBy(inside, (row) => row[by])].map(([id, rows]) => {
      const trend = Array.from({ length: steps }, () => 0);
      for (const { at } of rows) {
        const age = Math.floor((Date.parse(`${to}T23:59:59.999Z`) - at.getTime()) / 86_400_000);
        const step = steps - 1 - Math.min(steps - 1, Math.floor(Math.max(0, age) / (period > 30 ? 7 : 1)));
        trend[step] = (trend[step] ?? 0) + 1;
      }
      const declined = rows.filter(({ outcome }) => outcome === "abstained").length;
      return [id, { count: rows.length, declined, trend }];
    }),
  );
}

const shown = ({
  count,
  declined,
  trend,
}: ChatReport["interactionsByTheme"][number] | ChatReport["interactionsByUser"][number]) => ({
  count,
  declined,
  trend,
});

async function reportFor(person: TestPerson, query: Parameters<typeof person.call<typeof getChatReport>>[1]) {
  const { status, body, text } = await person.call(getChatReport, query);
  if (status !== 200) throw new Error(text);
  return body;
}

const zones = [
  "UTC",
  "America/New_York",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Niue",
  "America/St_Johns",
] as const;

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

test("twenty random filters: every figure equals a direct count, whether settled, changed since, or from today", async () => {
  const { companies, rows } = await generate(4000);
  const superAdmin = await buildSuperAdmin(app);
  const next = numbersFrom(11);
  await settleDays(app.services);
  // after the days were settled, some people change their ratings
  await withClient(app.connection, async (client) => {
    await client.query("update interactions set rating = 'bad' where id % 50 = 0");
  });
  const { rows: now } = await withClient(app.connection, (client) =>
    client.query<Generated>(
      `select company_id as company, theme_id as theme, user_id as "user", outcome, rating, claims_unsupported as unsupported, total_ms::float8 as ms,
         selected_tags -> 'topics' ->> 0 as topic, question, created_at as at from interactions`,
    ),
  );
  expect(now.length).toBe(rows.length);
  const { rows: settled } = await withClient(app.connection, (client) =>
    client.query<{ days: number; changes: number }>(
      "select (select count(*) from report_settled)::int as days, (select count(*) from report_changes)::int as changes",
    ),
  );
  expect(settled[0]?.days).toBeGreaterThan(120);
  expect(settled[0]?.changes).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) {
    const zone = zones[Math.floor(next() * zones.length)] ?? "UTC";
    const company = companies[Math.floor(next() * 3)];
    const period = [7, 30, 90, 365][Math.floor(next() * 4)] ?? 7;
    const report = await reportFor(superAdmin, { period, timeZone: zone, companyId: company?.companyId });
    const mine = company === undefined ? now : now.filter((row) => row.company === company.companyId);
    const { topics, unanswered, themes, users, ...direct } = countDirectly(mine, zone, report);
    const label = `${period} days, ${zone}, ${company?.name ?? "all companies"}`;
    expect(report, label).toMatchObject(direct);
    expect(report.interactionsByTag.topics, label).toEqual(
      topics === 0 ? [] : [{ tag: "late fee", count: topics }],
    );
    for (const [topic, count] of Object.entries(unanswered))
      expect(report.unansweredByTopic.find((row) => row.topic === topic)?.count ?? 0, label).toBe(count);
    expect(new Map(report.interactionsByTheme.map((row) => [row.themeId, shown(row)])), label).toEqual(
      themes,
    );
    expect(new Map(report.interactionsByUser.map((row) => [row.userId, shown(row)])), label).toEqual(users);
    const earlier = countDirectly(mine, zone, {
      ...report,
      from: daysBefore(report.from, period),
      to: daysBefore(report.to, period),
    });
    for (const row of report.interactionsByTheme)
      expect(row.before, label).toBe(earlier.themes.get(row.themeId)?.count ?? 0);
    for (const row of report.interactionsByUser)
      expect(row.before, label).toBe(earlier.users.get(row.userId)?.count ?? 0);
    expect(report.ratingDistribution.reduce((sum, { count }) => sum + count, 0)).toBe(
      report.ratedInteractions,
    );
  }
  // counted again, the changes are part of the settled days and the figures stay the same
  const reports = async () => {
    const all = [];
    for (const period of [90, 365])
      for (const timeZone of zones) all.push(await reportFor(superAdmin, { period, timeZone }));
    return all;
  };
  const before = await reports();
  await settleDays(app.services);
  const { rows: left } = await withClient(app.connection, (client) =>
    client.query<{ n: number }>(
      // in the first hour of a day, the previous one is not settled yet
      "select count(*)::int as n from report_changes join report_settled using (day)",
    ),
  );
  expect(left[0]?.n).toBe(0);
  // read from months now, trends and days of each zone among them
  expect(await reports()).toEqual(before);
  // a month is the sum of its days, after each change of them too
  const { rows: unlike } = await withClient(app.connection, (client) =>
    client.query(
      `select m.company_id, m.dimension, m.month, m.key from report_months m full join (
         select company_id, dimension, date_trunc('month', day)::date as month, key, sum(count)::int as count, sum(declined)::int as declined, sum(input_tokens)::bigint as input_tokens
         from report_days where dimension not in ('slot', 'tokens') and date_trunc('month', day)::date in (select month from report_settled_months) group by 1, 2, 3, 4
       ) d using (company_id, dimension, month, key)
       where (m.count, m.declined, m.input_tokens) is distinct from (d.count, d.declined, d.input_tokens)`,
    ),
  );
  expect(unlike).toEqual([]);
  const { rows: summed } = await withClient(app.connection, (client) =>
    client.query<{ n: number }>("select count(*)::int as n from report_months"),
  );
  expect(summed[0]?.n).toBeGreaterThan(100);
});

test.each([
  ["the day the clocks go forward has 23 hours", "2026-03-09T12:00:00Z", [48, 46, 17]],
  ["the day the clocks go back has 25 hours", "2025-11-03T12:00:00Z", [48, 50, 15]],
])("%s in New York", async (_name, now, expected) => {
  const { companyId, admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  // every half hour of the week around it
  await withClient(app.connection, (client) =>
    client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, mode, outcome, created_at)
       select $1, $2, $3, 'agent', 's', 'q', 'extractive', 'answered', at
       from generate_series($4::timestamptz - interval '6 days', $4::timestamptz, interval '30 minutes') at`,
      [companyId, theme.id, admin.id, now],
    ),
  );
  const services = { ...app.services, clock: { now: () => new Date(now) } };
  const read = () =>
    jobCaller(services, "test", companyId).readLate((ctx) =>
      readReport(ctx, { period: 7, timeZone: "America/New_York" }),
    );
  expect((await read()).interactionsByDay.map(({ count }) => count).slice(-3)).toEqual(expected);
  await settleDays(app.services);
  expect((await read()).interactionsByDay.map(({ count }) => count).slice(-3)).toEqual(expected);
});

test("a company without questions has a report of zeros for every day", async () => {
  const { admin } = await buildCompany(app);
  const report = await reportFor(admin, { period: 30, timeZone: "Asia/Tokyo" });
  expect(report).toMatchObject({ totalInteractions: 0, averageRating: null, documents: [] });
  expect(report.interactionsByDay).toHaveLength(30);
  expect(report.secondsToAnswer).toEqual({ median: null, p95: null });
});

test("an unknown period is refused", async () => {
  const { admin } = await buildCompany(app);
  for (const report of [getChatReport, getSpendReport, getReviewReport]) {
    for (const period of [12, 0, 366]) {
      const refused = await admin.call(report, { period });
      expect([refused.status, refused.error.fields?.period]).toEqual([
        400,
        "Choose a period of 7, 30, 90 or 365 days.",
      ]);
    }
    expect((await admin.call(report, { period: "365" })).status).toBe(200);
    expect((await admin.call(report, {})).status).toBe(200);
  }
});

test("today's rating is in the report immediately", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, mode, outcome)
       values ($1, $2, $3, 'workspace_admin', 's', 'q', 'extractive', 'answered') returning id`,
      [companyId, theme.id, admin.id],
    ),
  );
  expect((await reportFor(admin, {})).averageRating).toBeNull();
  await admin.call(rateAnswer, { interactionId: rows[0]?.id ?? 0, rating: "good" });
  expect((await reportFor(admin, {})).averageRating).toBe(1);
});

test("spend: tokens by day, model and company equal the ledger's, even if settled late", async () => {
  const { companyId, admin } = await buildCompany(app);
  const insert = (days: number, model: string, input: number | null) =>
    withClient(app.connection, (client) =>
      client.query(
        `insert into usage_entries (company_id, provider, model, reserved_tokens, input_tokens, output_tokens, created_at)
         values ($1, 'api.example.com', $2, 5000, $3, case when $3::int is null then null else 10 end, now() - $4::int * interval '1 day')`,
        [companyId, model, input, days],
      ),
    );
  await insert(0, "small", 100);
  await insert(3, "small", 200);
  await insert(3, "large/one", 1000);
  await insert(12, "small", 50);
  await settleDays(app.services);
  await insert(3, "small", 7);
  const { body } = await admin.call(getSpendReport, { period: 7 });
  expect(body).toMatchObject({
    calls: 4,
    inputTokens: 1307,
    outputTokens: 40,
    before: { calls: 1, inputTokens: 50, outputTokens: 10 },
    byModel: [
      { provider: "api.example.com", model: "large/one", calls: 1, inputTokens: 1000 },
      { provider: "api.example.com", model: "small", calls: 3, inputTokens: 307 },
    ],
    byCompany: [{ companyId, calls: 4 }],
  });
  expect(body.byDay).toHaveLength(7);
  expect(body.before.byDay.map(({ inputTokens }) => inputTokens)).toEqual([0, 50, 0, 0, 0, 0, 0]);
  expect(body.byDay.map(({ inputTokens }) => inputTokens)).toEqual([0, 0, 0, 1207, 0, 0, 100]);
});

test("an open day is never settled", async () => {
  await settleDays(app.services);
  const { rows } = await systemCaller(app.services, "test").transact((ctx) =>
    ctx.db
      .selectFrom("report_settled")
      .select(({ fn }) => fn.max("day").as("last"))
      .execute()
      .then((found) => ({ rows: found })),
  );
  const last = rows[0]?.last;
  expect(last).toBeDefined();
  expect(new Date(String(last)).getTime()).toBeLessThan(
    Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`),
  );
});
