import { Secret, TOTP } from "otpauth";
import { deleteCompany, updateCompany } from "#contract/identity/companies.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { createHelp, deleteHelp } from "#contract/operation/help.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import {
  addPasskey,
  beginPasskey,
  beginSecondFactor,
  confirmSecondFactor,
} from "#contract/identity/second-factor.ts";
import { putProgramDocument } from "#contract/answering/program-documents.ts";
import { can } from "#contract/kernel/permissions.ts";
import { assignThemeAgent, createTheme, deleteTheme } from "#contract/knowledge/themes.ts";
import { setRecordStream } from "#contract/evidence/record-stream.ts";
import { getSignOn, removeSignOn, setSignOn } from "#contract/identity/sign-on.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { insertReset } from "#server/identity/sessions/store.ts";
import type { TestApp } from "./app.ts";
import { buildPerson, buildSuperAdmin, testPassword, type TestPerson } from "./build.ts";
import { formIn } from "./call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { idParameter, named } from "./fixtures/paths.ts";
import {
  approvedWords,
  documentOfApproved,
  makeApproved,
  setStateOfApproved,
  showBeside,
} from "./fixtures/approved.ts";
import { questionDocument } from "./fixtures/questionnaire.ts";
import { makeRow, referencesIn, resourceOf, type Site } from "./fixtures/rows.ts";
import { domainFor, nameFor, personNamed } from "./names.ts";
import { testPasskey } from "./passkey.ts";
import { sampleBody } from "./sample.ts";
import { testClient } from "./forging-provider.ts";
import { anyProvider, anySigner, begin, proveDomain, setUpSignOn } from "./sign-on.ts";

type Good = { input: Record<string, unknown>; form: { form?: FormData; headers?: Record<string, string> } };
type Need = { app: TestApp; place: Site; person: TestPerson; id: number };

/**
 * Makes a call succeed for a person: a fresh row to act on, and its preconditions (a stored key, a failed file, a second
 * factor being set up). Writes with requirements beyond their schema are listed below.
 */
export async function goodInput(
  app: TestApp,
  spec: EndpointSpec,
  place: Site,
  person: TestPerson,
  prepares = true,
): Promise<Good> {
  const kind = resourceOf(spec);
  const parameter = idParameter(spec);
  const input: Record<string, unknown> = {
    ...sampleBody(spec),
    ...(await referencesIn(app, spec, place, true)),
  };
  if (prepares && parameter !== null && kind !== undefined) {
    const isOwnCompany = kind === "companies" && spec.method !== "DELETE";
    input[parameter] = isOwnCompany ? place.companyId : await makeRow(app, kind, place, person, true);
  }
  const form = spec.uploads !== undefined ? { form: formIn(spec.uploads.field, fileFor(spec)) } : {};
  const more = prepares ? needs[named(spec)] : undefined;
  const id = Number(parameter === null ? 0 : input[parameter]);
  const { headers, ...rest } = (await more?.({ app, place, person, id })) ?? {};
  const sent = headers === undefined ? form : { ...form, headers: headers as Record<string, string> };
  return { input: { ...input, ...rest }, form: sent };
}

const fileFor = ({ path }: EndpointSpec) =>
  path.endsWith("/questionnaires")
    ? { name: "Questions.docx", bytes: questionDocument }
    : { name: "Returns policy.txt", bytes: "A new text." };

/** The role that may make a call and has no more rights than it needs. */
export function roleFor({ permission }: EndpointSpec) {
  const isOpen = permission === "public" || permission === "signed-in";
  const roles = ["workspace_admin", "examiner", "super_admin"] as const;
  return roles.find((role) => isOpen || can(role, permission)) ?? "super_admin";
}

/** A person of that role; of the place, unless the role belongs to no company. */
export function personFor(app: TestApp, spec: EndpointSpec, place: Site): Promise<TestPerson> {
  const role = roleFor(spec);
  const isOfPlace = role !== "super_admin";
  return buildPerson(app, {
    role,
    companyId: isOfPlace ? place.companyId : null,
    workspaceIds: isOfPlace ? [place.workspaceId] : [],
    acceptTerms: !spec.path.endsWith("/accept-terms"),
  });
}

const needs: Record<string, (need: Need) => Promise<Record<string, unknown>>> = {
  "POST /api/themes/:id/proposal": async ({ app, place, id }) => {
    await makeApproved(app, { companyId: place.companyId, themeId: id, adminId: place.admin.id });
    return {};
  },
  "POST /api/companies/:id/check-key": async ({ place }) => {
    await place.admin.call(updateCompany, { id: place.companyId, xaiApiKey: "xai-test-1234567890" });
    return {};
  },
  "POST /api/documents/:id/retry": (need) => setStatus(need, "failed"),
  "POST /api/documents/:id/sign-off": (need) => setStatus(need, "ready"),
  "POST /api/documents/:id/look-back/notices": (need) => setStatus(need, "ready"),
  "POST /api/v1/documents": inFreshTheme,
  "PUT /api/v1/documents": inFreshTheme,
  "DELETE /api/v1/documents": async (need) => {
    const named = { ...(await inFreshTheme(need)), externalId: "policies/returns.txt" };
    const form = formIn("file", { name: "returns.txt", bytes: "A text." });
    await need.place.admin.call(putProgramDocument, named, { form });
    return named;
  },
  "GET /api/users/:id/desk/themes/:themeId/documents": inGivenTheme,
  "POST /api/users/:id/desk/questions": inGivenTheme,
  "POST /api/models": () => Promise.resolve({ provider: "compatible", name: nameFor("model") }),
  "POST /api/help/:id/restore": async ({ app, place }) => {
    const superAdmin = await buildSuperAdmin(app);
    const { body } = await superAdmin.call(createHelp, {
      type: "faq",
      title: "Hidden",
      content: "Then shown.",
    });
    await place.admin.call(deleteHelp, { id: body.id });
    return { id: body.id };
  },
  "POST /api/help/:id/move": async ({ place }) => {
    await place.admin.call(createHelp, {
      type: "faq",
      title: "Below",
      content: "The one to change places with.",
    });
    return { direction: "down" };
  },
  "POST /api/approved-answers": newApproved,
  "POST /api/v1/approved-answers": newApproved,
  "POST /api/approved-answers/:id/approve": async ({ app, id }) => {
    await setStateOfApproved(app, id, "proposed");
    return {};
  },
  "POST /api/approved-answers/:id/decide-same": async ({ app, place, person, id }) => {
    const asked = Number(await makeRow(app, "chat", place, person, true));
    return { question: await showBeside(app, asked, id) };
  },
  "POST /api/chat/:interactionId/same-question": async ({ app, place, person, id }) => {
    const approvedId = Number(await makeRow(app, "approved-answers", place, person, true));
    await showBeside(app, id, approvedId);
    return { approvedId };
  },
  "POST /api/questionnaires/:id/places": () =>
    Promise.resolve({ places: [{ isUsed: true, questionColumn: null, answerColumn: null }] }),
  "POST /api/questionnaires/:id/review": () => Promise.resolve({ ordinal: 1, review: "not_answered" }),
  "POST /api/test-runs/:id/decide": () => Promise.resolve({ decision: "use" }),
  "POST /api/themes/:id/restore": async ({ place, id }) => {
    await place.admin.call(deleteTheme, { id });
    return {};
  },
  "POST /api/companies/:id/restore": async ({ app, place, person }) => {
    // not the place's own, whose people it would sign out
    const id = Number(await makeRow(app, "companies", place, person, true));
    await (await buildSuperAdmin(app)).call(deleteCompany, { id });
    // the other rows of this kind have the same name
    return { id, name: nameFor("company") };
  },
  "PUT /api/users/:id/email": () => Promise.resolve({ email: personNamed("person").email }),
  "POST /api/documents/:id/move": async ({ app, place, person, id }) => {
    await setStatus({ app, place, person, id }, "ready");
    return { themeId: await makeRow(app, "themes", place, person, true) };
  },
  "POST /api/reviews/:id/second-opinion": async ({ place, id }) => {
    await place.admin.call(reviewInteraction, { id, verdict: "correct" });
    return {};
  },
  "PUT /api/admin/interactions/:id/review": () => Promise.resolve({ verdict: "wrong" }),
  "POST /api/admin/interactions/:id/tags": () => Promise.resolve({ add: ["to discuss"] }),
  "PUT /api/notifications/preferences": () => Promise.resolve({ kind: "bad_rating", delivery: "bell" }),
  "POST /api/auth/login": ({ person }) => Promise.resolve({ email: person.email, password: testPassword }),
  "POST /api/auth/prove": () => Promise.resolve({ password: testPassword }),
  "POST /api/auth/change-password": () =>
    Promise.resolve({ currentPassword: testPassword, newPassword: "nine tall chimneys" }),
  "POST /api/auth/reset-password": async ({ app, person }) => ({
    token: await resetTokenOf(app, person),
    newPassword: "nine tall chimneys",
  }),
  "PUT /api/sign-on": async () => ({
    protocol: "oidc",
    name: "Login",
    issuer: (await anyProvider()).issuer,
    clientId: testClient.id,
    createsPeople: false,
    isEnforced: false,
    workspaceIds: [],
    breakGlassUserId: null,
  }),
  "DELETE /api/sign-on": async ({ app, place }) => {
    await signOnOf(app, place);
    return {};
  },
  "POST /api/sign-on/saml-key": async ({ app, place }) => {
    await samlOf(app, place);
    return { step: "make" };
  },
  "POST /api/sign-on/check": async ({ app, place }) => {
    await signOnOf(app, place);
    return {};
  },
  "POST /api/sign-on/domains": () => Promise.resolve({ domain: domainFor() }),
  "POST /api/sign-on/domains/:id/verify": async ({ app, place, id }) => {
    const { body } = await place.admin.call(getSignOn, {});
    const named = body.domains.find((domain) => domain.id === id);
    if (named !== undefined) app.texts.set(named.domain, [named.record]);
    return {};
  },
  "POST /api/auth/sign-on": async ({ app, place }) => ({ email: (await signOnOf(app, place)).email }),
  "POST /api/auth/sign-on/finish": ({ app, place }) => backFromProvider(app, place),
  "POST /api/auth/sign-on/saml/:id": () =>
    Promise.resolve({ SAMLResponse: Buffer.from("<samlp:Response/>").toString("base64") }),
  "POST /api/auth/sign-on/logout": async ({ app, place }) => {
    const { provider } = await signOnOf(app, place);
    const iat = Math.floor(app.services.clock.now().getTime() / 1000);
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const token = { iss: provider.issuer, aud: testClient.id, iat, jti: "1", sub: "somebody", events };
    return { logout_token: await provider.signed(token) };
  },
  "POST /api/auth/second-factor": () => Promise.resolve({ password: testPassword }),
  "POST /api/auth/second-factor/confirm": async ({ app, person }) => ({
    code: codeAt(app, (await person.call(beginSecondFactor, { password: testPassword })).body.secret),
  }),
  "POST /api/auth/second-factor/recovery-codes": switchedOn,
  "POST /api/auth/second-factor/remove": switchedOn,
  "POST /api/passkeys": async ({ app, person }) => newPasskey(app, person),
  "POST /api/passkeys/request-options": async ({ app, person }) => {
    await person.call(addPasskey, await newPasskey(app, person));
    return {};
  },
  "POST /api/themes/:id/assignments": async ({ app, place }) => ({
    userId: (
      await buildPerson(app, { role: "agent", companyId: place.companyId, workspaceIds: [place.workspaceId] })
    ).id,
  }),
  "POST /api/themes/:id/workspaces": ({ place }) => Promise.resolve({ workspaceId: place.siblingId }),
  "PUT /api/record/stream": () => Promise.resolve({ address: "https://collector.example.com/raw" }),
  "DELETE /api/record/stream": streamed,
  "POST /api/record/stream/test": streamed,
  "POST /api/webhooks": () => Promise.resolve({ url: "https://hooks.example.com/footnote" }),
  "POST /api/users/import": () =>
    Promise.resolve({
      csv: `Email,Role,Workspaces\n${personNamed("person").email},Agent,Main\n`,
      dryRun: false,
    }),
};

/** On the document of another one. */
async function inFreshTheme({ app, place, person }: Need) {
  return { themeId: Number(await makeRow(app, "themes", place, person, true)) };
}

async function newApproved({ app, place, person }: Need): Promise<Record<string, unknown>> {
  const id = Number(await makeRow(app, "approved-answers", place, person, true));
  const { documentId, themeId } = await documentOfApproved(app, id);
  return {
    themeId,
    ownerId: place.admin.id,
    question: "Can gift cards be returned?",
    answer: "Gift cards are final.",
    citations: [{ documentId, quote: approvedWords[1] }],
  };
}

/** Nothing listens there, and testing it reports that. */
async function streamed({ place }: Need): Promise<Record<string, unknown>> {
  const { body } = await place.admin.call(setRecordStream, { address: "syslog+tls://127.0.0.1:1" });
  return body.stream === null ? {} : { companyId: place.companyId };
}

/** The place's company uses SAML, without a key. */
async function samlOf(app: TestApp, place: Site) {
  const { cert } = await anySigner();
  await proveDomain(app, place.admin, domainFor());
  await place.admin.call(removeSignOn, {});
  await place.admin.call(setSignOn, {
    protocol: "saml",
    name: "Login",
    entityId: "https://login.example.com/saml",
    signInUrl: "https://login.example.com/saml/login",
    certificates: [cert],
  });
}

/** The place's company uses single sign-on; a domain that leads to it. */
async function signOnOf(app: TestApp, place: Site) {
  const provider = await anyProvider();
  const domain = domainFor();
  await setUpSignOn(app, place.admin, {
    issuer: provider.issuer,
    domain,
    createsPeople: true,
    workspaceIds: [place.workspaceId],
  });
  return { provider, email: `new@${domain}` };
}

/** A browser returning from the provider. */
async function backFromProvider(app: TestApp, place: Site) {
  const { provider, email } = await signOnOf(app, place);
  const { state, nonce, cookie } = await begin(app, email);
  provider.answer(await provider.signed(provider.claims({ sub: email, email, nonce })));
  const query = `?code=abc&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  return { query, headers: { cookie } };
}

/** A new authenticator's response to the person's creation options. */
async function newPasskey(app: TestApp, person: TestPerson) {
  const { body } = await person.call(beginPasskey);
  const passkey = testPasskey(new URL(app.services.config.publicUrl).origin);
  return { name: "Laptop", credential: passkey.create(body) };
}

async function setStatus({ app, id }: Need, status: string): Promise<Record<string, unknown>> {
  await withClient(app.connection, async (client) => {
    // bypasses the trigger that protects ingested text
    await client.query("set session_replication_role = replica");
    await client.query("update document_versions set status = $2, ready_at = now() where document_id = $1", [
      id,
      status,
    ]);
  });
  return {};
}

/** A token as in the email of a password reset. */
export async function resetTokenOf(app: TestApp, person: { id: number }): Promise<string> {
  const token = newToken();
  await systemCaller(app.services, "test").transact((ctx) =>
    insertReset(ctx, {
      company_id: null,
      user_id: person.id,
      token_hash: hashToken(token),
      expires_at: new Date(ctx.now.getTime() + 60_000),
    }),
  );
  return token;
}

/** Enabled with the code of the previous half minute, so that the current one is still unused. */
async function switchedOn({ app, person }: Need): Promise<Record<string, unknown>> {
  const { body } = await person.call(beginSecondFactor, { password: testPassword });
  await person.call(confirmSecondFactor, { code: codeAt(app, body.secret, 30_000) });
  return { password: testPassword, code: codeAt(app, body.secret) };
}

/** The code of an authenticator app, now or the given number of milliseconds ago, by the test's clock. */
export function codeAt(app: TestApp, secret: string, ago = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.services.clock.now().getTime() - ago,
  });
}

/** A theme that the person in the path can ask. */
async function inGivenTheme({ place, id }: Need) {
  const { body } = await place.admin.call(createTheme, { name: "Given", workspaceId: place.workspaceId });
  await place.admin.call(assignThemeAgent, { id: body.id, userId: id });
  return { themeId: body.id };
}
