import { afterAll, beforeAll, expect, test } from "vitest";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { can, type Role } from "#contract/kernel/permissions.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { absentId, idParameter, named } from "#testing/fixtures/paths.ts";
import { buildSite, makeRow, referencesIn, resourceOf, type Site } from "#testing/fixtures/rows.ts";
import { idFields, sampleBody } from "#testing/sample.ts";

/**
 * P1 and P2: every route × caller × owner of the thing. A forbidden cell gets its refusal; the same allowed call
 * reaches the row. Routes come from the contract, which a permission test compares with the running server.
 */
const callers = [
  "none",
  "expired",
  "temp-password",
  "terms-not-accepted",
  "agent",
  "examiner",
  "workspace_admin",
  "super_admin",
] as const;
const targets = ["own", "sibling", "other company", "absent"] as const;
type Caller = (typeof callers)[number];
type Target = (typeof targets)[number];
const roles = new Set<string>(["agent", "examiner", "workspace_admin", "super_admin"]);

let app: TestApp;
let place: Site;
let other: Site;
/** The target of a super admin's allowed calls on another company, so that `other` can be shown untouched. */
let third: Site;

beforeAll(async () => {
  // without a worker, nothing changes on its own while contents are compared
  app = await startTestApp({ worker: false });
  place = await buildSite(app);
  other = await buildSite(app);
  third = await buildSite(app);
  await other.admin.call(createTheme, { name: "Untouched", workspaceId: other.workspaceId });
});
afterAll(() => app.close());

const roleOf = (who: Caller): Role =>
  who === "agent" || who === "examiner" || who === "super_admin" ? who : "workspace_admin";

async function buildCaller(who: Caller): Promise<TestPerson | null> {
  if (who === "none") return null;
  const role = roleOf(who);
  const person = await buildPerson(app, {
    role,
    companyId: role === "super_admin" ? null : place.companyId,
    workspaceIds: role === "super_admin" || role === "examiner" ? [] : [place.workspaceId],
    mustChangePassword: who === "temp-password",
    acceptTerms: who !== "terms-not-accepted",
  });
  if (who === "expired") {
    await systemCaller(app.services, "test").transact((ctx) =>
      ctx.db
        .updateTable("sessions")
        .set({ expires_at: new Date(0) })
        .where("user_id", "=", person.id)
        .execute(),
    );
  }
  return person;
}

/** Belongs to one person, whatever the role, or has no place in a workspace. */
const personal = new Set([
  "notifications",
  "expert-requests",
  "auth",
  "passkeys",
  "answers",
  "examination/bundles",
]);
const companyWide = new Set(["companies", "workspaces", "help", "leads", "users"]);

const askers =
  /\/(?:rate|same-question)$|^\/api\/chats\/:id\/(?:name|pin)$|^\/api\/questionnaires\/:id\/(?:run|places)$/;

/** The expected response: a refusal code, or null if the call is allowed. */
function expected(spec: EndpointSpec, who: Caller, target: Target): string | null {
  if (spec.permission === "public") return null;
  if (who === "none" || who === "expired") return "unauthenticated";
  if (!spec.allowedBeforeOnboarding) {
    if (who === "temp-password") return "password_change_required";
    if (who === "terms-not-accepted") return "terms_not_accepted";
  }
  // the only call before the gates that requires the other one first
  if (spec.path === "/api/auth/accept-terms" && who === "temp-password") return "password_change_required";
  const role = roleOf(who);
  if (spec.permission !== "signed-in" && !can(role, spec.permission)) return "forbidden";
  if (idParameter(spec) === null) return expectedInBody(spec, role, target);
  const kind = resourceOf(spec);
  if (kind === undefined) throw new Error(`no sample for ${named(spec)}`);
  // only says whether something of the caller's own was stopped
  if (spec.path.endsWith("/stop")) return null;
  if (target === "absent") return "not_found";
  // only the company's own admins see a temporary password (docs/specification/companies.md)
  if (spec.path.endsWith("/temp-password") && role === "super_admin") return "forbidden";
  if (spec.permission === "user:see-as") return expectedOfSight(role, target);
  if (target === "own") return null;
  if (personal.has(kind)) return "not_found";
  if (kind === "leads" || kind === "models") return null;
  if (target === "other company" && role !== "super_admin") return "not_found";
  // everyone who can see another person's answer may review it, but the rating, a chat's name and pin and the run of a
  // questionnaire belong to the asker (docs/specification/review.md)
  if (askers.test(spec.path) && role !== "agent") return "forbidden";
  if (target === "other company") return null;
  return role === "agent" && !companyWide.has(kind) ? "not_found" : null;
}

/** People of the own workspaces (docs/decisions/ask-as.md). */
function expectedOfSight(role: Role, target: Target): string | null {
  if (role !== "super_admin" && target === "other company") return "not_found";
  return role !== "super_admin" && target !== "own" ? "forbidden" : null;
}

/** A thing can also be named in the body or the query. */
function expectedInBody(spec: EndpointSpec, role: Role, target: Target): string | null {
  const names = [...idFields(spec), ...queryIds(spec)];
  if (names.length === 0 || target === "own") return null;
  if (target === "absent") return "not_found";
  if (target === "other company") return role === "super_admin" ? null : "not_found";
  return role === "agent" && names.includes("themeId") ? "not_found" : null;
}

const queryIds = (spec: EndpointSpec) =>
  spec.query !== undefined && "companyId" in spec.query.shape ? ["companyId"] : [];

type Cell = { who: Caller; target: Target; code: string | null };

/** What cells may share as long as no call changes anything: callers, and things by kind, place and owner. */
type Shared = {
  people: Map<Caller, TestPerson | null>;
  rows: Map<string, number | string>;
  references: Map<string, Record<string, unknown>>;
};
const nothingShared = (): Shared => ({ people: new Map(), rows: new Map(), references: new Map() });

/** So few that their refused calls end before a caller's session is marked as seen again. */
const routesAtOnce = 10;
/** Less than the minute after which a call marks its session as seen again. */
const sharedForMs = 30_000;
let shared: { people: Shared["people"]; since: number } = { people: new Map(), since: 0 };

/** Callers who are only refused, and so stay as they are from route to route. */
function refusedPeople(): Shared["people"] {
  if (Date.now() - shared.since > sharedForMs) shared = { people: new Map(), since: Date.now() };
  return shared.people;
}

async function memoized<K, V>(known: Map<K, V>, key: K, make: () => Promise<V>): Promise<V> {
  const found = known.get(key) ?? (await make());
  known.set(key, found);
  return found;
}

const placeOf = ({ target, code }: Cell): Site =>
  target === "other company" ? (code === null ? third : other) : place;

/** Creates the caller and the thing of one cell, and the call about it. */
async function prepare(spec: EndpointSpec, cell: Cell, shared: Shared) {
  const { who, target } = cell;
  const person = await memoized(shared.people, who, () => buildCaller(who));
  const near = target === "own";
  const where = placeOf(cell);
  const kind = resourceOf(spec);
  const parameter = idParameter(spec);
  const input: Record<string, unknown> = { ...sampleBody(spec) };
  const references = (inPlace: Site) =>
    memoized(shared.references, `${named(spec)} ${inPlace.companyId} ${near}`, () =>
      referencesIn(app, spec, inPlace, near),
    );
  if (parameter !== null && kind !== undefined) {
    // everything else in the call belongs to the caller, so only the thing itself can be refused
    const isOwnCompany = who !== "super_admin" && who !== "none";
    Object.assign(input, await references(isOwnCompany ? place : where));
    if (queryIds(spec).length > 0) input.companyId = isOwnCompany ? place.companyId : where.companyId;
    const isNew = kind === "companies" && spec.method === "DELETE";
    const owner = near ? (person?.id ?? who) : "";
    input[parameter] = await memoized(shared.rows, `${kind} ${isNew} ${target} ${owner}`, () =>
      idOf(spec, kind, target, where, person, near),
    );
  } else {
    Object.assign(input, await references(where));
    if (queryIds(spec).length > 0) input.companyId = where.companyId;
    if (target === "absent")
      for (const name of [...idFields(spec), ...queryIds(spec)])
        input[name] = name.endsWith("Ids") ? [absentId] : absentId;
  }
  return { cell, send: () => send(spec, person, input) };
}

async function send(spec: EndpointSpec, person: TestPerson | null, input: object) {
  if (spec.answers === "events") {
    const response = await fetch(app.url + spec.path, {
      headers: person === null ? {} : { authorization: `Bearer ${person.token}` },
    });
    const body = response.ok ? null : ((await response.json()) as { code: string });
    if (response.ok) await response.body?.cancel();
    return { status: response.status, code: body?.code ?? null, text: "" };
  }
  const form = spec.uploads !== undefined ? { form: new FormData() } : {};
  const reply = await call(app.url, person?.token ?? null, spec, input as never, form);
  return { status: reply.status, code: reply.status < 400 ? null : reply.error.code, text: reply.text };
}

async function idOf(
  spec: EndpointSpec,
  kind: NonNullable<ReturnType<typeof resourceOf>>,
  target: Target,
  where: Site,
  person: TestPerson | null,
  near: boolean,
): Promise<number | string> {
  if (target === "absent") return kind === "auth" ? crypto.randomUUID() : absentId;
  // a company is its own place; only a super admin deletes one, so it needs a new one
  if (kind === "companies" && spec.method !== "DELETE") return where.companyId;
  return makeRow(app, kind, where, near && person !== null ? person : where.colleague, near);
}

/** Everything of a company except its record: a fingerprint of each table. */
async function fingerprints(companyId: number): Promise<Map<string, string | null>> {
  return withClient(app.connection, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'
         and c.table_name not in ('audit_events', 'record_sizes', 'record_nodes', 'record_heads', 'record_deliveries') order by 1`,
    );
    const parts = tables.rows.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as part from ${name} t where company_id = ${companyId}`,
    );
    // in any order: PostgreSQL may process several tables at once
    const { rows } = await client.query<{ name: string; part: string | null }>(parts.join(" union all "));
    return new Map(rows.map(({ name, part }) => [name, part]));
  });
}

/** All refused calls of some routes, about the same rows: each gets its code, and no write among them changes anything. */
async function tryRefused(routes: { spec: EndpointSpec; cells: Cell[] }[], wrong: string[]): Promise<number> {
  const calls: ({ spec: EndpointSpec } & Awaited<ReturnType<typeof prepare>>)[] = [];
  const kept = nothingShared();
  for (const { spec, cells } of routes)
    for (const cell of cells)
      calls.push({ spec, ...(await prepare(spec, cell, { ...kept, people: refusedPeople() })) });
  const ask = async (which: typeof calls) => {
    for (const { spec, cell, send: ask } of which) {
      const answer = await ask();
      if (answer.code !== cell.code) wrong.push(`${describe(spec, cell, answer)}, expected ${cell.code}`);
    }
  };
  const isCompared = ({ spec, cell }: (typeof calls)[number]) => roles.has(cell.who) && spec.method !== "GET";
  await ask(calls.filter((one) => !isCompared(one)));
  const compared = calls.filter(isCompared);
  if (compared.length === 0) return 0;
  const companies = [place.companyId, other.companyId];
  const before = await Promise.all(companies.map(fingerprints));
  await ask(compared);
  const after = await Promise.all(companies.map(fingerprints));
  const changed = after.flatMap((now, n) =>
    [...now.keys()].filter((name) => now.get(name) !== before[n]?.get(name)),
  );
  if (changed.length > 0)
    wrong.push(
      `refused calls changed ${changed.join(", ")}, one of ${[...new Set(compared.map(({ spec }) => named(spec)))].join(", ")}`,
    );
  return compared.length;
}

const describe = (spec: EndpointSpec, { who, target }: Cell, answer: { status: number; text: string }) =>
  `${named(spec)} · ${who} · ${target}: ${answer.status} ${answer.text.slice(0, 160)}`;

test("every route × eight callers × four targets: none leaks, a refused write changes nothing, a refusal has its allowed twin", async () => {
  let asked = 0;
  let refused = 0;
  let compared = 0;
  const wrong: string[] = [];
  const withoutTwin: string[] = [];
  const routes = endpoints.map(({ spec }) => ({
    spec,
    cells: callers.flatMap((who) =>
      targets.map((target): Cell => ({ who, target, code: expected(spec, who, target) })),
    ),
  }));
  for (let from = 0; from < routes.length; from += routesAtOnce) {
    const some = routes.slice(from, from + routesAtOnce);
    const forbidden = some.map(({ spec, cells }) => ({
      spec,
      cells: cells.filter(({ code }) => code !== null),
    }));
    compared += await tryRefused(forbidden, wrong);
    refused += forbidden.flatMap(({ cells }) => cells).length;
    for (const { spec, cells } of some) {
      asked += cells.length;
      const allowed = cells.filter(({ code }) => code === null);
      for (const cell of allowed) {
        // each with a caller and rows of its own, which the call may change or end
        const { send: ask } = await prepare(spec, cell, nothingShared());
        const answer = await ask();
        if (!hasReached(spec, answer)) wrong.push(`${describe(spec, cell, answer)}, expected to pass`);
      }
      if (allowed.length === 0) withoutTwin.push(named(spec));
    }
  }
  console.info(
    `${endpoints.length} routes × ${callers.length} callers × ${targets.length} targets = ${asked} cells, ${refused} of them refusals (${compared} refused writes compared row by row), ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  expect(withoutTwin).toEqual([]);
  expect(asked).toBe(endpoints.length * callers.length * targets.length);
  expect(compared).toBeGreaterThan(100);
}, 900_000);

/** The call reached its row, even if it then rejects the input. */
function hasReached(spec: EndpointSpec, answer: { status: number; code: string | null }): boolean {
  if (answer.status >= 500) return false;
  if (spec.permission === "public") return answer.status !== 403;
  return answer.code === null || !fences.has(answer.code);
}

const fences = new Set([
  "unauthenticated",
  "forbidden",
  "not_found",
  "password_change_required",
  "terms_not_accepted",
  "second_factor_setup_required",
]);
