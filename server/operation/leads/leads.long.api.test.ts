import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createLead,
  deleteLead,
  exportLeads,
  getLeadRetention,
  listLeads,
  setLeadRetention,
  updateLead,
} from "#contract/operation/leads.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { readXlsx } from "#reading/extract/sheet/xlsx.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { readRows } from "#testing/old-company.ts";
import { eraseDueLeads } from "./retention.ts";
import { stampLeadForm } from "./suspicion.ts";

let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
});
afterAll(() => app.close());

const form = { firstName: "Ada", lastName: "Byron", company: "Engines", useCase: "Answers with pages" };
const send = (input: Record<string, unknown>) =>
  call(app.url, null, createLead, { ...form, email: `${crypto.randomUUID()}@example.com`, ...input });

async function leadsOf(filters: { search?: string; status?: "new" | "closed" } = {}) {
  const { body } = await superAdmin.call(listLeads, filters);
  return Array.isArray(body) ? body : body.rows;
}

test("every super admin gets a request in the bell and by email", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const stamp = stampLeadForm(app.services, new Date(app.services.clock.now().getTime() - 60_000));
  expect((await send({ email, stamp, company: "Bell Works", timeframe: "6months+" })).status).toBe(201);
  expect(await leadsOf({ search: email })).toMatchObject([
    { email, company: "Bell Works", timeframe: "6-12-months", status: "new", source: "website_lead_form" },
  ]);
  const { rows } = (await superAdmin.call(listNotifications, {})).body;
  expect(rows[0]).toMatchObject({ kind: "new_lead", title: "Ada Byron of Bell Works asks for a demo" });
  await expect
    .poll(() => app.mail.sent.find(({ subject }) => subject.includes("Bell Works"))?.to, { timeout: 10_000 })
    .toBe(superAdmin.email);
});

test("a form sent again with its key makes one request; two people's equal words make two", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const post = async (requestKey: string) =>
    (await send({ email, requestKey, company: "Lathe Works" })).status;
  const key = crypto.randomUUID();
  expect(await Promise.all([post(key), post(key), post(key)])).toEqual([201, 201, 201]);
  expect(await leadsOf({ search: email })).toHaveLength(1);
  expect(await post(key)).toBe(201);
  expect(await leadsOf({ search: email })).toHaveLength(1);
  expect(await Promise.all([post(crypto.randomUUID()), post(""), post("")])).toEqual([201, 201, 201]);
  expect(await leadsOf({ search: email })).toHaveLength(4);
  expect(await Promise.all([post("a key"), post("k".repeat(65))])).toEqual([400, 400]);
  expect(await leadsOf({ search: email })).toHaveLength(4);
});

test("a request that may come from a bot is kept and marked, without an email", async () => {
  const opened = (ago: number) => () =>
    stampLeadForm(app.services, new Date(app.services.clock.now().getTime() - ago));
  const minute = 60_000;
  const sent: [() => string | undefined, string | null, string?][] = [
    [opened(minute), null],
    [opened(71 * 60 * minute), null],
    [opened(minute), "hidden-field", "https://spam.example"],
    [opened(0), "too-fast"],
    [opened(73 * 60 * minute), "no-stamp"],
    [() => opened(minute)().slice(0, -1), "no-stamp"],
  ];
  for (const [stamp, suspectedAutomation, website] of sent) {
    const email = `${crypto.randomUUID()}@example.com`;
    // stamped at the last moment: on a slow machine, the calls before it take seconds
    const reply = await send({ email, website, stamp: stamp() });
    expect([reply.status, reply.body]).toEqual([201, { success: true }]);
    expect(await leadsOf({ search: email })).toMatchObject([{ email, suspectedAutomation }]);
  }
  const bell = (await superAdmin.call(listNotifications, {})).body.rows.slice(0, sent.length);
  expect(bell.map(({ title }) => title.endsWith("(possibly automated)"))).toEqual(
    sent.map(([, suspicion]) => suspicion !== null).toReversed(),
  );
  await expect
    .poll(() => app.mail.sent.filter(({ subject }) => subject.includes(form.company)).length)
    .toBe(2);
});

test("a program's request with the documented fields is marked as sent by API, and nobody calls it automated", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  expect((await send({ email, company: "Gears", source: "website_lead_form" })).status).toBe(201);
  expect(await leadsOf({ search: email })).toMatchObject([
    { sentBy: "api", suspectedAutomation: null, source: "website_lead_form" },
  ]);
  const [notice] = (await superAdmin.call(listNotifications, {})).body.rows;
  expect(notice?.title).toBe("Ada Byron of Gears asks for a demo (sent by API)");
});

const everything = `select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`;

/** Tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await readRows<{ name: string }>(app, everything)) {
    const rows = await readRows(app, `select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a deleted request is gone everywhere, with its notes and notifications; that it existed stays on record", async () => {
  const mark = crypto.randomUUID();
  await send({ email: `${mark}@example.com`, company: mark, useCase: mark });
  const [lead] = await leadsOf({ search: mark });
  const id = lead?.id ?? 0;
  await superAdmin.call(updateLead, { id, notes: `Asks about ${mark}` });
  expect(await tablesWith(mark)).toEqual(expect.arrayContaining(["public.leads", "public.notifications"]));
  const { admin } = await buildCompany(app);
  expect((await admin.call(deleteLead, { id })).status).toBe(403);
  expect((await superAdmin.call(deleteLead, { id })).status).toBe(200);
  expect(await tablesWith(mark)).toEqual([]);
  expect((await superAdmin.call(deleteLead, { id })).status).toBe(404);
  const events = await readRows<{ action: string }>(
    app,
    "select action from audit_events where target_type = 'lead' and target_id = $1 order by seq",
    [String(id)],
  );
  expect(events.map(({ action }) => action)).toEqual(["lead.create", "lead.update", "lead.delete"]);
});

test("older requests are deleted by the rule, the night after it was set; newer ones stay", async () => {
  const mark = crypto.randomUUID();
  for (const at of ["old", "new"]) await send({ email: `${at}@example.com`, company: mark });
  await readRows(
    app,
    "update leads set created_at = now() - interval '2 months' where company = $1 and email = 'old@example.com'",
    [mark],
  );
  expect((await superAdmin.call(getLeadRetention, {})).body).toMatchObject({ months: null, due: 0 });
  await eraseDueLeads(app.services);
  expect(await leadsOf({ search: mark })).toHaveLength(2);
  expect((await superAdmin.call(setLeadRetention, { months: 1 })).body).toMatchObject({ months: 1, due: 1 });
  await eraseDueLeads(app.services);
  expect(await leadsOf({ search: mark })).toMatchObject([{ email: "new@example.com" }]);
  expect((await superAdmin.call(setLeadRetention, { months: 0 })).status).toBe(400);
  expect((await superAdmin.call(setLeadRetention, { months: null })).body).toMatchObject({
    months: null,
    due: 0,
  });
});

test("the visitor's own clock does not matter", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const stamp = stampLeadForm(app.services, new Date(app.services.clock.now().getTime() - 60_000));
  // the form's former value: a clock that is an hour fast
  const startedAt = Date.now() + 3_600_000;
  expect((await send({ email, stamp, startedAt })).status).toBe(201);
  expect(await leadsOf({ search: email })).toMatchObject([{ suspectedAutomation: null }]);
});

test("one address can send no more requests than the limit allows", async () => {
  const strict = await startTestApp({ env: { LIMIT_FACTOR: "0.1" } });
  try {
    const lead = { ...form, email: "a@example.com" };
    const statuses: number[] = [];
    // a request refused for a typo does not count
    for (let n = 0; n < 4; n += 1)
      expect((await call(strict.url, null, createLead, { ...lead, email: "a@" })).status).toBe(400);
    for (let n = 0; n < 4; n += 1) statuses.push((await call(strict.url, null, createLead, lead)).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
  } finally {
    await strict.close();
  }
});

test("status and notes can be changed separately", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  await send({ email });
  const [lead] = await leadsOf({ search: email });
  const id = lead?.id ?? 0;
  expect((await superAdmin.call(updateLead, { id, notes: "Call in March" })).body).toMatchObject({
    status: "new",
    notes: "Call in March",
  });
  expect((await superAdmin.call(updateLead, { id, status: "closed" })).body).toMatchObject({
    status: "closed",
    notes: "Call in March",
  });
  expect((await leadsOf({ search: email, status: "closed" })).length).toBe(1);
  expect(await leadsOf({ search: email, status: "new" })).toEqual([]);
});

test("search matches name, email and company; the export has the filtered rows, formulas defused", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  await send({ firstName: "Grace", lastName: mark, phone: "+1 555 0100", companySize: "1-50" });
  await send({ company: `=1+1 ${mark}` });
  await send({ email: `${mark}@example.com` });
  expect(await leadsOf({ search: `grace ${mark}` })).toHaveLength(1);
  expect(await leadsOf({ search: mark })).toHaveLength(3);
  const { text, headers } = await superAdmin.call(exportLeads, { search: mark });
  expect(text.trim().split("\n")).toHaveLength(4);
  expect(text).toContain(`'=1+1 ${mark}`);
  expect(text).toContain(",\u2007+1 555 0100,");
  expect(text).toContain(",1-50 employees,");
  expect(headers.get("content-disposition")).toContain(
    `leads-${app.services.clock.now().toISOString().slice(0, 10)}.csv`,
  );
  const workbook = await superAdmin.call(exportLeads, { search: mark, format: "xlsx" });
  expect(workbook.headers.get("content-disposition")).toMatch(/leads-[\d-]+\.xlsx/);
  const [sheet] = (await readXlsx(workbook.bytes)).pages;
  for (const cell of [`=1+1 ${mark}`, "+1 555 0100", " UTC"]) expect(sheet?.text).toContain(cell);
});

test("a plain list ends at a thousand rows and says how many there are", async () => {
  await readRows(
    app,
    `insert into leads (first_name, last_name, email, company, use_case)
     select 'A', 'B', 'many@example.com', 'Many', 'x' from generate_series(1, 1200)`,
  );
  const whole = await superAdmin.call(listLeads, { search: "many@example.com" });
  expect(whole.body).toHaveLength(1000);
  expect(whole.headers.get("x-total-count")).toBe("1200");
  const few = await superAdmin.call(listLeads, { search: "nobody@example.com" });
  expect(few.headers.get("x-total-count")).toBe("0");
});

test("only super admins see leads", async () => {
  const { admin, agent } = await buildCompany(app);
  for (const person of [admin, agent]) {
    expect((await person.call(listLeads, {})).status).toBe(403);
    expect((await person.call(exportLeads, {})).status).toBe(403);
  }
});
