import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { allEndpoints, endpoints } from "#contract/api.ts";
import { can, type Permission, type Role } from "#contract/kernel/permissions.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { routes } from "./routes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { call, type Reply } from "#testing/call.ts";
import { buildFullCompany, type FullCompany } from "#testing/fixtures/full-company.ts";
import { absentId, idParameter, named } from "#testing/fixtures/paths.ts";
import { resourceOf } from "#testing/fixtures/rows.ts";
import { idFields, sampleBody } from "#testing/sample.ts";

/**
 * Walks the contract, not a list: a new endpoint is tested by existing. Each refusal is compared with an allowed call
 * on the same kind of thing, and a foreign id must get the exact bytes of an absent one.
 */
let app: TestApp;
let own: FullCompany;
let foreign: FullCompany;
let superAdmin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
  own = await buildFullCompany(app);
  foreign = await buildFullCompany(app);
});
afterAll(() => app.close());

/** Belongs to the installation, not to a company. */
const ofPlatform = new Set<string>(["lead:edit", "model:edit", "record:rotate-key"]);
const guarded = endpoints.filter(({ spec }) => spec.permission !== "public");

/** Calls with ids of one party; bodies are sampled from their schemas. */
function attempt(
  token: string | null,
  spec: EndpointSpec,
  ids: Record<string, unknown> = {},
): Promise<Reply<EndpointSpec>> {
  const input: Record<string, unknown> = { ...sampleBody(spec), ...ids };
  for (const [, name] of spec.path.matchAll(/:(\w+)/g)) if (name !== undefined) input[name] ??= absentId;
  const form = spec.uploads !== undefined ? new FormData() : undefined;
  return call(app.url, token, spec, input as never, form === undefined ? {} : { form });
}

test("the server serves exactly the calls of the contract", () => {
  const bound = routes.map(({ spec }) => named(spec)).toSorted();
  expect(bound).toEqual(allEndpoints.map(({ spec }) => named(spec)).toSorted());
  expect(new Set(bound).size).toBe(bound.length);
});

describe("callers without access", () => {
  test.concurrent.each(guarded.map(({ spec }) => [named(spec), spec] as const))(
    "%s refuses calls without a session",
    async (_name, spec) => {
      for (const token of [null, "x".repeat(43), "not-a-token"]) {
        const refused = await attempt(token, spec);
        expect(refused.status).toBe(401);
        expect(refused.error.code).toBe("unauthenticated");
      }
    },
  );

  test("an expired session is refused, both as header and as cookie", async () => {
    const person = await buildPerson(app, { role: "super_admin", companyId: null, workspaceIds: [] });
    await systemCaller(app.services, "test").transact((ctx) =>
      ctx.db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("user_id", "=", person.id)
        .execute(),
    );
    for (const { spec } of guarded) expect((await attempt(person.token, spec)).status, named(spec)).toBe(401);
    const withCookie = await fetch(`${app.url}/api/users/me`, {
      headers: { cookie: `footnote=${person.cookie}` },
    });
    expect(withCookie.status).toBe(401);
  });

  test("the gates of password and terms apply to every call except those that lead through them", async () => {
    const newcomer = await buildPerson(app, {
      role: "super_admin",
      companyId: null,
      workspaceIds: [],
      mustChangePassword: true,
    });
    const visitor = await buildPerson(app, {
      role: "super_admin",
      companyId: null,
      workspaceIds: [],
      acceptTerms: false,
    });
    for (const { spec } of guarded.filter((entry) => entry.spec.allowedBeforeOnboarding !== true)) {
      const replies = await Promise.all([attempt(newcomer.token, spec), attempt(visitor.token, spec)]);
      const codes = replies.map(({ error }) => error.code);
      expect(codes, named(spec)).toEqual(["password_change_required", "terms_not_accepted"]);
    }
  });

  test("a role without the permission is refused, one with it is not", async () => {
    const people: Record<Role, TestPerson> = {
      agent: own.agent,
      examiner: own.examiner,
      workspace_admin: own.admin,
      super_admin: superAdmin,
    };
    let refusals = 0;
    for (const { spec } of guarded) {
      if (spec.permission === "signed-in" || spec.permission === "public" || spec.answers === "events")
        continue;
      const roles = ["agent", "examiner", "workspace_admin", "super_admin"] as const;
      const replies = await Promise.all(roles.map((role) => attempt(people[role].token, spec)));
      for (const [at, role] of roles.entries()) {
        const status = replies[at]?.status;
        if (can(role, spec.permission)) expect(status, `${role} ${named(spec)}`).not.toBe(403);
        else {
          refusals += 1;
          expect(status, `${role} ${named(spec)}`).toBe(403);
        }
      }
    }
    expect(refusals).toBeGreaterThan(30);
  });
});

describe("data of another company", () => {
  const withId = guarded.filter(({ spec }) => idParameter(spec) !== null && !ofPlatform.has(spec.permission));

  test.concurrent.each(withId.map(({ spec }) => [named(spec), spec] as const))(
    "%s: a foreign id gets the bytes of an absent one",
    async (_name, spec) => {
      const resource = resourceOf(spec);
      const parameter = idParameter(spec);
      if (resource === undefined || parameter === null) throw new Error(`no sample for ${named(spec)}`);
      for (const person of [own.admin, own.agent, own.examiner]) {
        const strange = await attempt(person.token, spec, { [parameter]: foreign.ids[resource] });
        const absent = await attempt(person.token, spec, {
          [parameter]: resource === "auth" ? crypto.randomUUID() : absentId,
        });
        expect(strange.status).toBe(absent.status);
        expect(strange.text.replace(strange.headers.get("x-request-id") ?? "-", "")).toBe(
          absent.text.replace(absent.headers.get("x-request-id") ?? "-", ""),
        );
        // stop tells every caller whether something was stopped
        if (!spec.path.endsWith("/stop")) expect([403, 404]).toContain(strange.status);
      }
    },
  );

  test("the same calls are allowed on the caller's own data", async () => {
    for (const { spec } of withId) {
      // removes things that later calls need; each has its own test
      if (spec.method === "DELETE" || spec.path.endsWith("/reinvite")) continue;
      const resource = resourceOf(spec);
      const parameter = idParameter(spec);
      if (resource === undefined || parameter === null) continue;
      const insider = insiderOf(spec);
      const role = insider === own.admin ? "workspace_admin" : "examiner";
      const isTheirs = spec.permission === "signed-in" || can(role, spec.permission as Permission);
      const person = isTheirs ? insider : superAdmin;
      const reply = await attempt(person.token, spec, {
        [parameter]: own.ids[resource],
        ...ownReferences(spec),
      });
      // a missing temporary password is not found, even for the company's own people
      if (spec.path.endsWith("/temp-password")) continue;
      // nor is a theme that the person who is seen was not given
      if (spec.path.startsWith("/api/users/:id/desk/")) continue;
      expect([401, 403, 404], `${named(spec)}: ${reply.text}`).not.toContain(reply.status);
    }
  });

  const insiderOf = ({ permission }: EndpointSpec) =>
    permission === "examination:read" ? own.examiner : own.admin;

  function ownReferences(spec: EndpointSpec): Record<string, unknown> {
    const known: Record<string, unknown> = {
      workspaceId: own.workspaceId,
      workspaceIds: [own.workspaceId],
      userId: own.agent.id,
      themeId: own.ids.themes,
      documentId: own.ids.documents,
      companyId: own.companyId,
    };
    return Object.fromEntries(idFields(spec).map((name) => [name, known[name]]));
  }

  test("an id in a body is checked like one in the path", async () => {
    const strange: Record<string, unknown> = {
      workspaceId: foreign.workspaceId,
      workspaceIds: [foreign.workspaceId],
      userId: foreign.agent.id,
      ownerId: foreign.admin.id,
      themeId: foreign.ids.themes,
      documentId: foreign.ids.documents,
      approvedId: foreign.ids["approved-answers"],
      themeIds: [foreign.theme.id],
      breakGlassUserId: foreign.admin.id,
      companyId: foreign.companyId,
    };
    const missing: Record<string, unknown> = {
      workspaceId: absentId,
      workspaceIds: [absentId],
      userId: absentId,
      ownerId: absentId,
      themeId: absentId,
      documentId: absentId,
      approvedId: absentId,
      themeIds: [absentId],
      breakGlassUserId: absentId,
      companyId: absentId,
    };
    let cells = 0;
    for (const { spec } of guarded) {
      const parameter = idParameter(spec);
      const resource = resourceOf(spec);
      for (const field of idFields(spec)) {
        const base = {
          ...ownReferences(spec),
          ...(parameter !== null && resource !== undefined ? { [parameter]: own.ids[resource] } : {}),
        };
        const { token } = insiderOf(spec);
        const first = await attempt(token, spec, { ...base, [field]: strange[field] });
        const second = await attempt(token, spec, { ...base, [field]: missing[field] });
        expect(first.status, `${named(spec)} ${field}`).toBe(404);
        expect(second.status, `${named(spec)} ${field}`).toBe(404);
        expect(first.error.error).toBe(second.error.error);
        cells += 1;
      }
    }
    expect(cells).toBeGreaterThan(8);
  });

  test("naming another company in query, body or header gives no access to it", async () => {
    for (const { spec } of endpoints.filter(
      (entry) => entry.spec.query !== undefined && "companyId" in entry.spec.query.shape,
    )) {
      const reply = await attempt(own.admin.token, spec, { companyId: foreign.companyId });
      expect(reply.status, named(spec)).toBe(404);
    }
    const themes = await fetch(`${app.url}/api/themes`, {
      headers: {
        authorization: `Bearer ${own.admin.token}`,
        "x-company-id": String(foreign.companyId),
        companyid: String(foreign.companyId),
      },
    });
    expect(await themes.text()).not.toContain(`"companyId":${foreign.companyId}`);
  });
});
