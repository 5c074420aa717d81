import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteCompany } from "#contract/identity/companies.ts";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { changePassword, endOtherSessions, endSession, login, logout } from "#contract/identity/sessions.ts";
import { assignThemeWorkspace, createTheme, getTheme, listThemes } from "#contract/knowledge/themes.ts";
import {
  deactivateUser,
  getCurrentUser,
  setWorkspaceAssignments,
  updateUser,
} from "#contract/identity/users.ts";
import { endStaleStreams } from "#server/identity/sessions/end-stale-streams.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call, formOf } from "#testing/call.ts";

/** P23: revoked rights end with the next call, on every path, within a second. */
let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<typeof buildCompany>>;
type Ending = (person: TestPerson, company: Company) => Promise<unknown>;

const endings: Record<string, Ending> = {
  deactivation: (person, { admin }) => admin.call(deactivateUser, { id: person.id }),
  "switching off in the edit dialog": (person, { admin }) =>
    admin.call(updateUser, { id: person.id, isActive: false }),
  "a change of role": (person, { admin }) =>
    admin.call(updateUser, { id: person.id, role: "workspace_admin" }),
  "promotion to super admin": (person) => superAdmin.call(updateUser, { id: person.id, role: "super_admin" }),
  "deletion of the company": (_person, { companyId }) => superAdmin.call(deleteCompany, { id: companyId }),
  "a change of password": (person) =>
    person.call(changePassword, { currentPassword: testPassword, newPassword: "nine tall chimneys" }),
  "signing out": (person) => person.call(logout),
  "ending this session": (person) => person.call(endSession, { id: person.sessionId }),
  "signing out elsewhere": async (person) => {
    const { body } = await call(app.url, null, login, { email: person.email, password: testPassword });
    return call(app.url, body.sessionToken, endOtherSessions);
  },
};

/** Opens the event stream and reports its end. */
async function openStream(headers: Record<string, string>): Promise<{ ended: Promise<number> }> {
  const response = await fetch(`${app.url}/api/events`, { headers });
  const reader = response.body?.getReader();
  await reader?.read();
  const ended = (async () => {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
      continue;
    return performance.now();
  })();
  return { ended };
}

test.each(Object.entries(endings))(
  "%s ends header token, cookie and open streams within a second (AnythingLLM CVE-2026-32717)",
  async (name, end) => {
    const company = await buildCompany(app);
    const person = await buildPerson(app, {
      role: "agent",
      companyId: company.companyId,
      workspaceIds: [company.workspaceId],
    });
    const cookie = { cookie: `footnote=${person.cookie}` };
    const withHeader = await openStream({ authorization: `Bearer ${person.token}` });
    const withCookie = await openStream(cookie);
    expect((await person.call(getCurrentUser)).status).toBe(200);
    const started = performance.now();
    expect(((await end(person, company)) as { status: number }).status).toBe(200);
    expect((await person.call(getCurrentUser)).status).toBe(401);
    for (const path of ["/api/users/me", "/api/events", "/api/documents/1/file", "/api/themes"])
      expect((await fetch(app.url + path, { headers: cookie })).status, path).toBe(401);
    const times = await Promise.all([withHeader.ended, withCookie.ended]);
    const slowest = Math.max(...times) - started;
    console.info(`${name}: open streams ended after ${slowest.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(1000);
  },
);

test("leaving a workspace takes its themes away at the next call and opens streams anew (Open WebUI CVE-2026-44564)", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const theme = (await admin.call(createTheme, { name: "Of the workspace" })).body;
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  expect((await agent.call(getTheme, { id: theme.id })).status).toBe(200);
  const stream = await openStream({ cookie: `footnote=${agent.cookie}` });
  const started = performance.now();
  const elsewhere = (await admin.call(createWorkspace, { name: "Elsewhere" })).body;
  await admin.call(setWorkspaceAssignments, { id: agent.id, workspaceIds: [elsewhere.id] });
  expect((await agent.call(getTheme, { id: theme.id })).status).toBe(404);
  expect((await agent.call(listThemes)).body).toEqual([]);
  expect((await stream.ended) - started).toBeLessThan(1000);
  // the session itself continues
  expect((await agent.call(getCurrentUser)).status).toBe(200);
});

test("a download in progress stops when its session ends", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const person = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const theme = (await admin.call(createTheme, { name: "Large" })).body;
  const size = 9_500_000;
  const upload = await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: "large.txt", bytes: "A line of a large file.\n".repeat(size / 24) }) },
  );
  const id = upload.body.documents[0]?.id;
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(
      `${app.url}/api/documents/${id}/file`,
      { headers: { authorization: `Bearer ${person.token}` } },
      resolve,
    ),
  );
  expect(response.statusCode).toBe(200);
  // nothing has been read yet: data beyond the buffers of both sides waits on the server
  await wait(200);
  await admin.call(deactivateUser, { id: person.id });
  // the notice that ends the download travels through PostgreSQL
  await wait(300);
  let received = 0;
  const isCut = await new Promise<boolean>((resolve) => {
    response.on("data", (chunk: Buffer) => (received += chunk.length));
    response.on("error", () => resolve(true));
    response.on("end", () => resolve(false));
  });
  expect(isCut).toBe(true);
  expect(received).toBeLessThan(size);
});

test("a stream does not outlive a session that expired or was idle too long", async () => {
  const { admin, agent } = await buildCompany(app);
  const remembered = await call(app.url, null, login, {
    email: agent.email,
    password: testPassword,
    rememberMe: true,
  });
  const short = await openStream({ cookie: `footnote=${admin.cookie}` });
  const long = await openStream({ authorization: `Bearer ${remembered.body.sessionToken}` });
  await endStaleStreams(app.services);
  // the sweep has notified its streams by now: one that it ended would close while this waits
  expect(await Promise.race([short.ended, wait(200, "open")])).toBe("open");
  app.clock.advance(31 * 60_000);
  await endStaleStreams(app.services);
  expect(await Promise.race([short.ended, wait(1000, "open")])).not.toBe("open");
  expect(await Promise.race([long.ended, wait(200, "open")])).toBe("open");
  app.clock.advance(31 * 86_400_000);
  await endStaleStreams(app.services);
  expect(await Promise.race([long.ended, wait(1000, "open")])).not.toBe("open");
});
