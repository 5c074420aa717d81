import { ask } from "#contract/answers.ts";
import { uploadDocuments } from "#contract/documents.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { createHelp } from "#contract/help.ts";
import { createLead } from "#contract/leads.ts";
import { assignThemeAgent, assignThemeWorkspace, createTheme } from "#contract/themes.ts";
import { insertCompany } from "#server/companies/store.ts";
import { systemCaller } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { insertModel } from "#server/models/store.ts";
import { insertNotifications } from "#server/notifications/store.ts";
import { newTempPassword, seal } from "#server/platform/secrets.ts";
import { newSecret } from "#server/second-factor/codes.ts";
import { confirmFactor, startFactor } from "#server/second-factor/store.ts";
import { startSession } from "#server/sessions/start.ts";
import { tempPasswordBinding } from "#server/users/invite.ts";
import { setTempPassword } from "#server/users/password-store.ts";
import { insertWorkspace } from "#server/workspaces/store.ts";
import type { TestApp } from "./app.ts";
import { buildCompany, buildPerson, formOf } from "./build.ts";
import type { TestPerson } from "./build.ts";
import { call } from "./call.ts";
import type { Resource } from "./party.ts";
import { idFields } from "./sample.ts";

/** A company as the matrix needs it: two workspaces, and an administrator who makes what the calls are about. */
export type Place = {
  companyId: number;
  workspaceId: number;
  siblingId: number;
  admin: TestPerson;
  colleague: TestPerson;
};

export async function buildPlace(app: TestApp): Promise<Place> {
  const { companyId, workspaceId, admin } = await buildCompany(app);
  const siblingId = await act(app, (ctx) =>
    insertWorkspace(ctx, { company_id: companyId, name: "Sibling", description: "", is_active: true }),
  );
  const colleague = await buildPerson(app, { role: "agent", companyId, workspaceIds: [siblingId] });
  return { companyId, workspaceId, siblingId, admin, colleague };
}

function act<T>(app: TestApp, work: (ctx: Context) => Promise<T>): Promise<T> {
  return systemCaller(app.services, "test").transact(work);
}

/**
 * One fresh thing of a kind in a place, so that a call may change or end it. `near`: in the workspace of the caller and,
 * where a thing belongs to one person, the caller's own; otherwise in the sibling workspace and a colleague's.
 */
export async function makeTarget(
  app: TestApp,
  kind: Resource,
  place: Place,
  caller: TestPerson,
  near: boolean,
): Promise<number | string> {
  const workspaceId = near ? place.workspaceId : place.siblingId;
  const owner = near ? caller : place.colleague;
  const makers: Record<Resource, () => Promise<number | string>> = {
    companies: () => act(app, (ctx) => insertCompany(ctx, { name: "Fresh", description: "" })),
    workspaces: () =>
      act(app, (ctx) =>
        insertWorkspace(ctx, {
          company_id: place.companyId,
          name: "Fresh",
          description: "",
          is_active: true,
        }),
      ),
    users: () => makePerson(app, place.companyId, workspaceId),
    themes: () => makeTheme(place, workspaceId),
    documents: async () => {
      const { body } = await place.admin.call(
        uploadDocuments,
        { id: await makeTheme(place, workspaceId) },
        { form: formOf({ name: "Note.txt", bytes: "A note that says one thing." }) },
      );
      return body.documents[0]?.id ?? 0;
    },
    chat: () => makeQuestion(place, owner),
    admin: () => makeQuestion(place, owner),
    reviews: () => makeQuestion(place, owner),
    leads: async () => {
      const lead = { firstName: "A", lastName: "B", email: "a@example.com", company: "C", useCase: "D" };
      await call(app.url, null, createLead, lead);
      return act(
        app,
        async (ctx) => (await ctx.db.selectFrom("leads").select("id").limit(1).executeTakeFirstOrThrow()).id,
      );
    },
    models: () =>
      act(app, async (ctx) => {
        const known = { kind: "chat", contextTokens: null, inputPrice: 1, outputPrice: 2 } as const;
        const more = { retiresOn: null, successor: null, thinks: null, refuses: [] };
        const name = `model-${crypto.randomUUID()}`;
        return (await insertModel(ctx, { provider: "compatible", name, ...known, ...more })) ?? 0;
      }),
    help: async () =>
      (await place.admin.call(createHelp, { type: "faq", title: "How?", content: "So." })).body.id,
    notifications: () =>
      act(app, async (ctx) => {
        await insertNotifications(ctx, [owner.id], { kind: "welcome", title: "Hello", body: "", link: null });
        const row = await ctx.db
          .selectFrom("notifications")
          .select("id")
          .where("user_id", "=", owner.id)
          .orderBy("id", "desc")
          .executeTakeFirstOrThrow();
        return row.id;
      }),
    auth: () =>
      act(app, async (ctx) => {
        const user = await ctx.db
          .selectFrom("users")
          .select(["company_id", "role"])
          .where("id", "=", owner.id)
          .executeTakeFirstOrThrow();
        const session = { id: owner.id, companyId: user.company_id, role: user.role };
        return (await startSession(ctx, session, { rememberMe: false, browser: "" })).id;
      }),
  };
  return makers[kind]();
}

/** Invited, with a temporary password still to be shown, and a second factor to be taken away. */
async function makePerson(app: TestApp, companyId: number, workspaceId: number): Promise<number> {
  const person = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  await act(app, async (ctx) => {
    await setTempPassword(ctx, person.id, {
      password_hash: "never matches",
      temp_password_sealed: seal(
        ctx.services.config.secretKeys,
        tempPasswordBinding(person.id),
        newTempPassword(),
      ),
      temp_password_expires_at: new Date(ctx.now.getTime() + 86_400_000),
    });
    await startFactor(ctx, { id: person.id, companyId }, newSecret());
    await confirmFactor(ctx, person.id);
  });
  return person.id;
}

/** Assigned to a workspace, and to a colleague by name, so that both can be taken away. */
async function makeTheme(place: Place, workspaceId: number): Promise<number> {
  const { body } = await place.admin.call(createTheme, { name: `Fresh ${crypto.randomUUID()}`, workspaceId });
  await place.admin.call(assignThemeWorkspace, { id: body.id, workspaceId });
  await place.admin.call(assignThemeAgent, { id: body.id, userId: place.colleague.id });
  return body.id;
}

/** A super admin asks in the place too; an agent who may not see the theme is given it for this. */
async function makeQuestion(place: Place, asker: TestPerson): Promise<number> {
  const themeId = await makeTheme(place, place.workspaceId);
  const { body } = await asker.call(ask, { themeId, userQuery: "How many days?", sessionId: "matrix" });
  return body.interactionId;
}

/** Ids that a body must hold, of things in the place, and the second parameter of a path. */
export async function referencesIn(
  spec: EndpointSpec,
  place: Place,
  near: boolean,
): Promise<Record<string, unknown>> {
  const workspaceId = near ? place.workspaceId : place.siblingId;
  const second = [...spec.path.matchAll(/:(\w+)/g)].slice(1).map(([, name]) => name ?? "");
  const names = [...idFields(spec), ...second];
  const known: Record<string, unknown> = {
    workspaceId,
    workspaceIds: [workspaceId],
    userId: spec.path.includes("/assignee") ? place.admin.id : place.colleague.id,
    companyId: place.companyId,
    ...(names.includes("themeId") ? { themeId: await makeTheme(place, workspaceId) } : {}),
  };
  return Object.fromEntries(names.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
}
