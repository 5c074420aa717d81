import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import { privacyVersion, termsVersion } from "#contract/identity/sessions.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { startSession } from "#server/identity/sessions/start.ts";
import { insertAcceptances } from "#server/identity/sessions/store.ts";
import { insertUser, setMemberships } from "#server/identity/users/store.ts";
import { insertWorkspace } from "#server/identity/workspaces/store.ts";
import { insertExamination } from "#server/evidence/examinations/store.ts";
import { insertCompany } from "#server/identity/companies/store.ts";
import type { TestApp } from "./app.ts";
import { call, type Reply } from "./call.ts";
import { nameFor, personNamed } from "./names.ts";

export const testPassword = "a walk in the rain 7";
let testHash: Promise<string> | undefined;

export type TestPerson = {
  id: number;
  email: string;
  token: string;
  cookie: string;
  sessionId: string;
  call<E extends EndpointSpec>(
    spec: E,
    input?: Request<E>,
    extra?: Parameters<typeof call>[4],
  ): Promise<Reply<E>>;
};

/** A company for one test, with a workspace, an admin and an agent: tests share nothing. */
export async function buildCompany(app: TestApp) {
  const name = nameFor("company");
  const system = systemCaller(app.services, "test");
  const { companyId, workspaceId } = await system.transact(async (ctx) => {
    const companyId = await insertCompany(ctx, { name, description: "" });
    const workspaceId = await insertWorkspace(ctx, {
      company_id: companyId,
      name: "Main",
      description: "",
      is_active: true,
    });
    return { companyId, workspaceId };
  });
  const admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const agent = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  return { companyId, workspaceId, name, admin, agent };
}

export function buildSuperAdmin(app: TestApp): Promise<TestPerson> {
  return buildPerson(app, { role: "super_admin", companyId: null, workspaceIds: [] });
}

export async function buildPerson(
  app: TestApp,
  options: {
    role: Role;
    companyId: number | null;
    workspaceIds: number[];
    acceptTerms?: boolean;
    mustChangePassword?: boolean;
  },
): Promise<TestPerson> {
  testHash ??= hashPassword(testPassword);
  const hash = await testHash;
  const { firstName, lastName, email } = personNamed(options.role);
  return systemCaller(app.services, "test").transact(async (ctx) => {
    const id = await insertUser(ctx, {
      company_id: options.companyId,
      email,
      first_name: firstName,
      last_name: lastName,
      role: options.role,
      password_hash: hash,
      must_change_password: options.mustChangePassword ?? false,
    });
    if (options.companyId !== null)
      await setMemberships(ctx, { id, company_id: options.companyId }, options.workspaceIds);
    if (options.acceptTerms !== false)
      await insertAcceptances(
        ctx,
        { id, companyId: options.companyId },
        { terms: termsVersion, privacy: privacyVersion },
      );
    // an examiner without an examination may read nothing; this one may read everything of the company
    if (options.role === "examiner" && options.companyId !== null)
      await insertExamination(
        ctx,
        { companyId: options.companyId, userId: id, createdBy: id },
        {
          purpose: "Audit of the answers on returns",
          from: "2000-01-01",
          to: "2999-12-31",
          themeIds: [],
          endsOn: "2999-12-31",
        },
      );
    const session = await startSession(
      ctx,
      { id, companyId: options.companyId, role: options.role },
      { rememberMe: false, browser: "test" },
    );
    return {
      id,
      email,
      token: session.token,
      cookie: session.cookie,
      sessionId: session.id,
      call: (spec, input, extra) => call(app.url, session.token, spec, input, extra),
    };
  });
}
