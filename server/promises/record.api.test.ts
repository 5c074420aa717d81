import { afterAll, beforeAll, expect, test } from "vitest";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { exportInteractions } from "#contract/answering/interactions.ts";
import { ask, listHistory } from "#contract/answering/answers.ts";
import { getDocumentFile } from "#contract/knowledge/documents.ts";
import { exportRecord, getRecordBundleFile, getRecordProof } from "#contract/evidence/record.ts";
import { beginSecondFactor } from "#contract/identity/second-factor.ts";
import { changePassword, forgotPassword, login, logout } from "#contract/identity/sessions.ts";
import { inviteUser, revealTempPassword, updateUser } from "#contract/identity/users.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, testPassword, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { absentId, idParameter, named } from "#testing/fixtures/paths.ts";
import { buildSite, makeRow, resourceOf, type Site } from "#testing/fixtures/rows.ts";
import { goodInput, personFor } from "#testing/good-input.ts";

/** P13 and P16: every change leaves a complete event; without the event nothing changes. */
let app: TestApp;
let place: Site;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  place = await buildSite(app);
});
afterAll(() => app.close());

type Event = {
  seq: number;
  stream: number;
  company_id: number | null;
  at: Date;
  actor_type: string;
  actor_id: number | null;
  actor_role: string | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string;
  before: unknown;
  after: unknown;
  result: string;
  address: string;
  request_id: string;
};

/** The events of one request, by the id in its response. */
async function eventsOf(reply: { headers: Headers }): Promise<Event[]> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Event>("select * from audit_events where request_id = $1 order by seq", [
      reply.headers.get("x-request-id"),
    ]),
  );
  return rows;
}

/**
 * Actions with their own event besides the call's: an email sent, a key set or used, an answer given, a person linked.
 */
const extraActions =
  /^(user\.(invitation-send|create-by-sign-on|follow-groups)|sign-on\.link|model-key\.(set|use)|question\.answer)$/;

/** Changes nothing itself: the stopped answer records its own end. */
const unrecorded = new Set(["POST /api/chat/:interactionId/stop"]);

// what only sends the browser on writes nothing: the call that it leads to leaves the event
const writes = endpoints
  .map(({ spec }) => spec)
  .filter((spec) => spec.method !== "GET" && spec.answers !== "redirect");

test("every write leaves exactly one event of its own, with person, role, company, action, target, time, address and request", async () => {
  const wrong: string[] = [];
  let recorded = 0;
  for (const spec of writes) {
    const person = await personFor(app, spec, place);
    const { input, form } = await goodInput(app, spec, place, person);
    const isPublic = spec.permission === "public";
    const reply = await call(app.url, isPublic ? null : person.token, spec, input as never, form);
    if (reply.status >= 300) {
      wrong.push(`${named(spec)}: was not carried out: ${reply.status} ${reply.text.slice(0, 200)}`);
      continue;
    }
    if (unrecorded.has(named(spec))) continue;
    const events = await eventsOf(reply);
    const own = events.filter((event) => !extraActions.test(event.action));
    if (own.length !== 1) {
      wrong.push(`${named(spec)}: ${own.length} events (${events.map((event) => event.action).join(", ")})`);
      continue;
    }
    recorded += 1;
    for (const event of events) {
      const isWhole =
        /^[a-z-]+\.[a-z-]+$/.test(event.action) &&
        event.target_type !== "" &&
        event.target_id !== "" &&
        event.address === "127.0.0.1" &&
        Math.abs(event.at.getTime() - app.services.clock.now().getTime()) < 60_000 &&
        event.stream === (event.company_id ?? 0) &&
        event.actor_name !== "" &&
        (isPublic || (event.actor_id === person.id && event.actor_role !== null));
      if (!isWhole) wrong.push(`${named(spec)}: ${JSON.stringify(event)}`);
    }
  }
  console.info(
    `${writes.length} writes of the contract, ${recorded} with exactly one event of their own, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
});

test("a refused write, a refused role and a write on an absent thing leave exactly one event each", async () => {
  const wrong: string[] = [];
  let refusals = 0;
  const agent = await buildPerson(app, {
    role: "agent",
    companyId: place.companyId,
    workspaceIds: [place.workspaceId],
  });
  for (const { spec } of endpoints) {
    if (spec.permission === "public" || spec.answers === "events") continue;
    const parameter = idParameter(spec);
    if (parameter === null || resourceOf(spec) === undefined || spec.path.endsWith("/stop")) continue;
    const absent = resourceOf(spec) === "auth" ? crypto.randomUUID() : absentId;
    for (const person of [agent, place.admin]) {
      const form = spec.uploads !== undefined ? { form: new FormData() } : {};
      const { input } = await goodInput(app, spec, place, person, false);
      const reply = await call(app.url, person.token, spec, { ...input, [parameter]: absent }, form);
      if (reply.status !== 403 && (reply.status !== 404 || spec.method === "GET")) continue;
      refusals += 1;
      const events = await eventsOf(reply);
      const [event] = events;
      const isRight =
        events.length === 1 &&
        event?.action === "call.refuse" &&
        event.result === "refused" &&
        event.target_id === named(spec) &&
        event.actor_id === person.id;
      if (!isRight) wrong.push(`${named(spec)} ${reply.status}: ${JSON.stringify(events)}`);
    }
  }
  console.info(`${refusals} refusals, ${wrong.length} without exactly one event`);
  expect(wrong).toEqual([]);
  expect(refusals).toBeGreaterThan(60);
});

test("sign-in, good and bad, sign-out, reset, export, download, reveal and the gates leave exactly one event each", async () => {
  const person = await buildPerson(app, {
    role: "workspace_admin",
    companyId: place.companyId,
    workspaceIds: [place.workspaceId],
  });
  const visitor = await buildPerson(app, {
    role: "workspace_admin",
    companyId: place.companyId,
    workspaceIds: [place.workspaceId],
    acceptTerms: false,
  });
  const invitedId = await makeRow(app, "users", place, person, true);
  const documentId = await makeRow(app, "documents", place, person, true);
  const answerId = await makeRow(app, "record/proofs", place, person, true);
  const bundleId = await makeRow(app, "record/bundles", place, person, true);
  const replies = {
    "session.start": await call(app.url, null, login, { email: person.email, password: testPassword }),
    "session.refuse": await call(app.url, null, login, { email: person.email, password: "not it" }),
    "password.reset-request": await call(app.url, null, forgotPassword, { email: person.email }),
    "interaction.export": await person.call(exportInteractions, {}),
    "record.export": await person.call(exportRecord, {}),
    "record.prove": await person.call(getRecordProof, { interactionId: Number(answerId) }),
    "record.download-bundle": await person.call(getRecordBundleFile, { id: Number(bundleId) }),
    "document.download": await person.call(getDocumentFile, { id: Number(documentId) }),
    "user.reveal-temp-password": await person.call(revealTempPassword, { id: Number(invitedId) }),
    "second-factor.begin": await person.call(beginSecondFactor, { password: testPassword }),
    "call.refuse": await visitor.call(updateUser, { id: person.id, firstName: "No" }),
    "session.end": await person.call(logout),
  };
  for (const [action, reply] of Object.entries(replies)) {
    const events = await eventsOf(reply);
    expect(
      events.map((event) => event.action),
      action,
    ).toEqual([action]);
    if (!/session\.refuse|reset-request/.test(action)) expect(events[0]?.actor_id, action).not.toBeNull();
  }
  const unknown = await call(app.url, null, login, { email: "nobody@example.com", password: "not it" });
  expect((await eventsOf(unknown)).map(({ action, target_id }) => [action, target_id])).toEqual([
    ["session.refuse", "unknown"],
  ]);
});

test("a change records the values before and after, without the secret", async () => {
  const person = await buildPerson(app, {
    role: "agent",
    companyId: place.companyId,
    workspaceIds: [place.workspaceId],
  });
  const reply = await place.admin.call(updateUser, {
    id: person.id,
    firstName: "Ada",
    role: "workspace_admin",
  });
  const [event] = await eventsOf(reply);
  expect(event).toMatchObject({
    actor_id: place.admin.id,
    actor_role: "workspace_admin",
    company_id: place.companyId,
    target_type: "user",
    target_id: String(person.id),
    before: { firstName: "Test", role: "agent" },
    after: { firstName: "Ada", role: "workspace_admin" },
    result: "done",
  });
});

test("when its event fails, every write is refused and changes nothing", async () => {
  const broken = await startTestApp({ worker: false });
  try {
    const here = await buildSite(broken);
    const prepared: { spec: EndpointSpec; person: TestPerson; input: object; form: { form?: FormData } }[] =
      [];
    // an app code expires while other calls are prepared: its call comes last
    const isCode = (spec: EndpointSpec) => Number(spec.path.endsWith("/confirm"));
    for (const spec of writes.toSorted((a, b) => isCode(a) - isCode(b))) {
      // a company's provider speaks one protocol: what belongs to the other has a company of its own
      const at = spec.path.endsWith("/saml-key") ? await buildSite(broken) : here;
      const person = await personFor(broken, spec, at);
      const { input, form } = await goodInput(broken, spec, at, person);
      prepared.push({ spec, person, input, form });
    }
    await withClient(broken.connection, (client) =>
      client.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
        create trigger fail before insert on audit_events for each row execute function fail();`),
    );
    const state = () =>
      withClient(broken.connection, async (client) => {
        const { rows: tables } = await client.query<{ name: string }>(
          `select table_schema || '.' || table_name as name from information_schema.tables
           where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
             and table_name not in ('throttles', 'version', 'queue', 'schedule', 'subscription', 'warning', 'bam')
             and table_name not like 'job%stat%' order by 1`,
        );
        const parts: Record<string, string> = {};
        for (const { name } of tables) {
          const { rows } = await client.query<{ all: string }>(
            `select coalesce(md5(string_agg(r, '|' order by r)), '') as all from (select (to_jsonb(t) - 'last_seen_at')::text as r from ${name} t) rows`,
          );
          parts[name] = rows[0]?.all ?? "";
        }
        return parts;
      });
    const wrong: string[] = [];
    const before = await state();
    for (const { spec, person, input, form } of prepared) {
      const token = spec.permission === "public" ? null : person.token;
      const reply = await call(broken.url, token, spec, input as never, form);
      if (reply.status < 500 && !spec.path.endsWith("/stop"))
        wrong.push(`${named(spec)}: ${reply.status} ${reply.text.slice(0, 120)}`);
      if (/no room|fail\(\)/.test(reply.text)) wrong.push(`${named(spec)}: shows the inside`);
    }
    const after = await state();
    for (const [name, part] of Object.entries(after))
      if (before[name] !== part) wrong.push(`${name} has changed`);
    console.info(
      `${prepared.length} writes while the record cannot be written: ${wrong.length} carried out or left a trace`,
    );
    expect(wrong).toEqual([]);
    const question = { themeId: Number(await themeOf(broken, here)), userQuery: "How?", sessionId: "s" };
    expect((await here.admin.call(ask, question)).status).toBe(500);
    expect(
      (
        await here.admin.call(inviteUser, {
          email: "x@example.com",
          role: "agent",
          workspaceId: here.workspaceId,
        })
      ).status,
    ).toBe(500);
  } finally {
    await broken.close();
  }
});

async function themeOf(at: TestApp, here: Site): Promise<number | string> {
  const { rows } = await withClient(at.connection, (client) =>
    client.query<{ id: number }>("select id from themes where company_id = $1 limit 1", [here.companyId]),
  );
  return rows[0]?.id ?? 0;
}

const deadToken = { authorization: `Bearer ${"x".repeat(43)}` };

test("wrong passwords within a session, expired tokens and calls from other sites are on record", async () => {
  const { agent } = await buildCompany(app);
  const events = async () => {
    const { rows } = await withClient(app.connection, (client) =>
      client.query<{ actor: string; code: string; target: string }>(
        `select actor_type as actor, after ->> 'code' as code, target_id as target from audit_events
         where action = 'call.refuse' and (actor_id = $1 or actor_type = 'public') order by at`,
        [agent.id],
      ),
    );
    return rows;
  };
  const before = (await events()).length;
  await agent.call(changePassword, {
    currentPassword: "not the password",
    newPassword: "nine tall chimneys",
  });
  await agent.call(beginSecondFactor, { password: "not the password" });
  await call(app.url, null, listHistory, {}, { headers: deadToken });
  await call(app.url, null, logout, undefined, { headers: { origin: "https://elsewhere.example" } });
  // a visitor without a sign-in causes no event
  await call(app.url, null, listHistory, {});
  expect((await events()).slice(before)).toEqual([
    { actor: "user", code: "invalid", target: "POST /api/auth/change-password" },
    { actor: "user", code: "invalid", target: expect.stringContaining("second-factor") as string },
    { actor: "public", code: "unauthenticated", target: expect.stringContaining("GET /api/") as string },
    { actor: "public", code: "forbidden", target: "POST /api/auth/logout" },
  ]);
});

test("events that could flood the record are recorded once: calls over a limit, and invalid tokens from one address", async () => {
  const strict = await startTestApp({ env: { LIMIT_FACTOR: "0.1" }, worker: false });
  try {
    const { admin } = await buildSite(strict);
    const csv = "Email,Role,Workspaces\na@example.com,Agent,Main";
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await admin.call(importUsers, { csv, dryRun: true })).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const { rows } = await withClient(strict.connection, (client) =>
      client.query<{ actor: number }>(
        "select actor_id as actor from audit_events where after ->> 'code' = 'limit_exceeded'",
      ),
    );
    expect(rows).toEqual([{ actor: admin.id }]);
    for (let n = 0; n < 5; n++) await call(strict.url, null, listHistory, {}, { headers: deadToken });
    const strangers = await withClient(strict.connection, (client) =>
      client.query("select 1 from audit_events where after ->> 'code' = 'unauthenticated'"),
    );
    expect(strangers.rows).toHaveLength(1);
  } finally {
    await strict.close();
  }
});
