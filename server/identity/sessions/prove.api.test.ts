import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCompany, updateCompany } from "#contract/identity/companies.ts";
import { endpoints } from "#contract/api.ts";
import { exportInteractions } from "#contract/answering/interactions.ts";
import { exportLeads } from "#contract/operation/leads.ts";
import { beginSecondFactor, confirmSecondFactor } from "#contract/identity/second-factor.ts";
import { getProof, login, prove } from "#contract/identity/sessions.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { inviteUser, removeLostSecondFactor, updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { codeAt } from "#testing/good-input.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const password = testPassword;

/** As if the password had been given 15 minutes and a second ago, without changing the clock for others. */
function leaveOpen(person: TestPerson): Promise<unknown> {
  return withClient(app.connection, (client) =>
    client.query("update sessions set proved_at = proved_at - interval '901 seconds' where id = $1", [
      person.sessionId,
    ]),
  );
}

function eventsOf(person: TestPerson): Promise<{ action: string; after: unknown }[]> {
  return withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ action: string; after: unknown }>(
      "select action, after from audit_events where actor_id = $1",
      [person.id],
    );
    return rows;
  });
}

test("exactly these calls ask for the password again", () => {
  const asking = endpoints.flatMap(({ spec }) =>
    spec.stepUp === undefined ? [] : [[`${spec.method} ${spec.path}`, spec.stepUp]],
  );
  expect(Object.fromEntries(asking)).toEqual({
    "POST /api/companies": ["openaiApiKey", "xaiApiKey"],
    "PUT /api/companies/:id": ["openaiApiKey", "xaiApiKey"],
    "POST /api/users/invite": ["role=workspace_admin"],
    "POST /api/users/import": ["dryRun=false"],
    "POST /api/users/:id/reinvite": true,
    "POST /api/users/:id/temp-password": true,
    "POST /api/users/:id/desk": true,
    "POST /api/users/:id/desk/questions": true,
    "POST /api/passkeys/creation-options": true,
    "DELETE /api/passkeys/:id": true,
    "PUT /api/users/:id": ["role"],
    "PUT /api/users/:id/email": true,
    "DELETE /api/users/:id/second-factor": true,
    "GET /api/admin/interactions/export": true,
    "GET /api/leads/export": true,
    "POST /api/keys": true,
    "POST /api/keys/widgets": true,
    "GET /api/record/export": true,
    "POST /api/record/bundles": true,
    "GET /api/record/bundles/:id/file": true,
    "POST /api/record/keys": true,
    "GET /api/documents/:id/look-back/export": true,
    "GET /api/examination/bundles/:id/file": true,
    "POST /api/examiners": true,
    "PUT /api/examiners/:id": true,
    "PUT /api/retention": true,
    "POST /api/retention/people/:id": true,
    "POST /api/holds/:id/lift": true,
    "PUT /api/sign-on": true,
    "POST /api/sign-on/saml-key": true,
    "DELETE /api/sign-on": true,
    "DELETE /api/sign-on/domains/:id": true,
    "POST /api/sign-on/scim-tokens": true,
    "POST /api/webhooks": true,
    "PUT /api/webhooks/:id": ["url"],
    "POST /api/webhooks/:id/secret": true,
    "PUT /api/record/stream": ["address"],
    "DELETE /api/record/stream": true,
  });
});

test("keys, roles, others' second factors and exports require a recent password", async () => {
  const root = await buildSuperAdmin(app);
  const { companyId, workspaceId, agent } = await buildCompany(app);
  const other = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const begun = await other.call(beginSecondFactor, { password });
  await other.call(confirmSecondFactor, { code: codeAt(app, begun.body.secret) });
  const calls = [
    () => root.call(createCompany, { name: "With a key", openaiApiKey: "sk-test-000011112222" }),
    () => root.call(updateCompany, { id: companyId, openaiApiKey: "sk-test-000011112222" }),
    () => root.call(updateCompany, { id: companyId, xaiApiKey: "" }),
    () => root.call(updateUser, { id: agent.id, role: "workspace_admin" }),
    () => root.call(removeLostSecondFactor, { id: other.id }),
    () =>
      root.call(inviteUser, {
        companyId,
        workspaceId,
        email: `${randomUUID()}@example.com`,
        role: "workspace_admin" as const,
      }),
    () =>
      root.call(importUsers, {
        companyId,
        csv: `Email,First Name,Last Name,Role,Workspaces\n${randomUUID()}@example.com,A,B,Agent,Main\n`,
        dryRun: false,
      }),
    () => root.call(exportInteractions, { companyId }),
    () => root.call(exportLeads),
  ];
  await leaveOpen(root);
  for (const [at, attempt] of calls.entries()) {
    const refused = await attempt();
    expect([at, refused.status, refused.error.code]).toEqual([at, 403, "proof_required"]);
    expect(refused.error.error).toContain("Enter your password again");
  }
  expect((await root.call(updateUser, { id: agent.id, firstName: "Renamed" })).body).toMatchObject({
    firstName: "Renamed",
    role: "agent",
  });
  expect((await root.call(updateCompany, { id: companyId, description: "No key in it" })).status).toBe(200);
  const cookieOnly = await fetch(`${app.url}/api/leads/export`, {
    headers: { cookie: `footnote=${root.cookie}` },
  });
  expect(cookieOnly.status).toBe(403);
  expect((await root.call(getProof)).body.isFresh).toBe(false);

  const proved = await root.call(prove, { password });
  expect(proved.status).toBe(200);
  const left = Date.parse(proved.body.validUntil) - app.services.clock.now().getTime();
  expect(Math.abs(left - 15 * 60_000)).toBeLessThan(30_000);
  expect((await root.call(getProof)).body.isFresh).toBe(true);
  for (const [at, attempt] of calls.entries()) {
    const { status } = await attempt();
    expect([at, status < 300]).toEqual([at, true]);
  }
  const events = await eventsOf(root);
  const refusals = events.filter(
    ({ action, after }) => action === "call.refuse" && (after as { code?: string }).code === "proof_required",
  );
  expect(refusals).toHaveLength(calls.length + 1);
  expect(events.filter(({ action }) => action === "session.prove")).toHaveLength(1);
});

test("a forbidden call is refused as forbidden, not for a missing password", async () => {
  const { agent } = await buildCompany(app);
  await leaveOpen(agent);
  expect((await agent.call(exportLeads)).error.code).toBe("forbidden");
});

test("a proof holds for its session only, and signing in counts as one", async () => {
  const { admin } = await buildCompany(app);
  await leaveOpen(admin);
  const fresh = await call(app.url, null, login, { email: admin.email, password });
  expect((await call(app.url, fresh.body.sessionToken, exportInteractions)).status).toBe(200);
  expect((await call(app.url, fresh.body.sessionToken, prove, { password })).status).toBe(200);
  expect((await admin.call(exportInteractions)).error.code).toBe("proof_required");
});

test("with a second factor, the password alone is no proof, and a code works once", async () => {
  const { admin } = await buildCompany(app);
  const begun = await admin.call(beginSecondFactor, { password });
  const first = codeAt(app, begun.body.secret, 30_000);
  await admin.call(confirmSecondFactor, { code: first });
  await leaveOpen(admin);
  const withoutCode = await admin.call(prove, { password });
  expect(withoutCode.status).toBe(400);
  expect(Object.keys(withoutCode.error.fields ?? {})).toEqual(["code"]);
  expect((await admin.call(prove, { password, code: first })).status).toBe(400);
  expect((await admin.call(prove, { password: "not the password", code: first })).error.fields).toEqual({
    password: "The password is incorrect.",
  });
  expect((await admin.call(exportInteractions)).error.code).toBe("proof_required");
  const code = codeAt(app, begun.body.secret);
  expect((await admin.call(prove, { password, code })).status).toBe(200);
  expect((await admin.call(exportInteractions)).status).toBe(200);
  expect((await admin.call(prove, { password, code })).status).toBe(400);
});

test("ten wrong passwords block this session, and each is recorded", async () => {
  const strict = await startTestApp({ worker: false, env: { LIMIT_FACTOR: "1" } });
  try {
    const { admin } = await buildCompany(strict);
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push(await admin.call(prove, { password: "not the password" }));
    expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429]);
    expect((await admin.call(prove, { password })).status).toBe(429);
    const { rows } = await withClient(strict.connection, (client) =>
      client.query("select 1 from audit_events where actor_id = $1 and action = 'call.refuse'", [admin.id]),
    );
    expect(rows).toHaveLength(11);
  } finally {
    await strict.close();
  }
});
