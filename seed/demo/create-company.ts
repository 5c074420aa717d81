import { privacyVersion, termsVersion } from "#contract/identity/sessions.ts";
import { insertCompany } from "#server/identity/companies/store.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import type { Person } from "#server/kernel/actor.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { insertAcceptances } from "#server/identity/sessions/store.ts";
import { insertUser, setMemberships } from "#server/identity/users/store.ts";
import { insertWorkspace } from "#server/identity/workspaces/store.ts";
import { company, workspaceKeys, workspaces, type WorkspaceKey } from "./facts/company.ts";
import { people, personKeys, type PersonKey } from "./facts/people.ts";
import type { Cast } from "./stage.ts";

/** Company, workspaces and people in one transaction: an interrupted start leaves all of them or none. */
export async function createCompany(caller: Caller, passwordFor: (key: PersonKey) => string): Promise<void> {
  const hashes = new Map(
    await Promise.all(personKeys.map(async (key) => [key, await hashPassword(passwordFor(key))] as const)),
  );
  await caller.transact(async (ctx) => {
    const companyId = await insertCompany(ctx, company);
    ctx.audit({
      action: "company.create",
      target: { type: "company", id: companyId },
      company: companyId,
      after: { name: company.name },
    });
    const workspaceIds = new Map<WorkspaceKey, number>();
    for (const key of workspaceKeys) {
      const id = await insertWorkspace(ctx, { ...workspaces[key], company_id: companyId, is_active: true });
      ctx.audit({
        action: "workspace.create",
        target: { type: "workspace", id },
        company: companyId,
        after: { name: workspaces[key].name },
      });
      workspaceIds.set(key, id);
    }
    for (const key of personKeys)
      await createPerson(ctx, key, companyId, workspaceIds, hashes.get(key) ?? "");
  });
}

async function createPerson(
  ctx: Context,
  key: PersonKey,
  company: number,
  workspaceIds: Map<WorkspaceKey, number>,
  hash: string,
): Promise<void> {
  const { firstName, lastName, role, email, workspaces } = people[key];
  const companyId = role === "super_admin" ? null : company;
  const id = await insertUser(ctx, {
    company_id: companyId,
    email,
    first_name: firstName,
    last_name: lastName,
    role,
    password_hash: hash,
    must_change_password: false,
  });
  const memberOf = workspaces.flatMap((name) => workspaceIds.get(name) ?? []);
  if (companyId !== null) await setMemberships(ctx, { id, company_id: companyId }, memberOf);
  await insertAcceptances(ctx, { id, companyId }, { terms: termsVersion, privacy: privacyVersion });
  ctx.audit({
    action: "user.create",
    target: { type: "user", id },
    company: companyId,
    after: { email, role, workspaceIds: memberOf },
  });
}

/** @returns null if the company doesn't exist yet */
export async function findCompany(ctx: Context): Promise<Omit<Cast, "theme"> | null> {
  const users = await ctx.db
    .selectFrom("users")
    .select(["id", "email", "company_id"])
    .where(
      "email",
      "in",
      personKeys.map((key) => people[key].email),
    )
    .execute();
  const companyId = users.find((user) => user.company_id !== null)?.company_id;
  if (companyId == null) return null;
  const rooms = await ctx.db
    .selectFrom("workspaces")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .execute();
  return {
    companyId,
    person(key): Person {
      const { role, email, firstName, lastName } = people[key];
      const user = users.find((row) => row.email === email);
      if (user === undefined) throw new Error(`the demo lacks ${email}`);
      return {
        type: "user",
        id: user.id,
        role,
        name: `${firstName} ${lastName}`,
        email,
        companyId: user.company_id,
        sessionId: "",
      };
    },
    workspace(key) {
      const room = rooms.find((row) => row.name === workspaces[key].name);
      if (room === undefined) throw new Error(`the demo lacks the workspace ${key}`);
      return room.id;
    },
  };
}
