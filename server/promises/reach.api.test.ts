import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deleteDocument,
  getDocumentContent,
  retryDocument,
  signOffDocument,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import { endpoints } from "#contract/api.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { getTheme, listThemes, updateTheme } from "#contract/knowledge/themes.ts";
import { listUsers } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { formOf, rowsOf } from "#testing/call.ts";
import { buildTwoCompanies, canary, type TwoCompanies } from "#testing/fixtures/two-companies.ts";

/** Authenticated, not authorized: within reach, each action has its own check, and only the session sets the reach. */
let app: TestApp;
let own: TwoCompanies["own"];
let foreign: TwoCompanies["foreign"];
beforeAll(async () => {
  app = await startTestApp();
  ({ own, foreign } = await buildTwoCompanies(app));
});
afterAll(() => app.close());

test("reading, changing and deleting are separate permissions: a person who may ask a theme cannot change it (Open WebUI CVE-2026-45671)", async () => {
  const { id } = own.document;
  expect((await own.agent.call(getTheme, { id: own.theme.id })).status).toBe(200);
  expect((await own.agent.call(getDocumentContent, { id })).status).toBe(200);
  expect((await own.agent.call(updateTheme, { id: own.theme.id, name: "Mine" })).status).toBe(403);
  expect((await own.agent.call(deleteDocument, { id })).status).toBe(403);
  expect((await own.agent.call(retryDocument, { id })).status).toBe(403);
  expect((await own.agent.call(signOffDocument, { id })).status).toBe(403);
  const upload = await own.agent.call(
    uploadDocuments,
    { id: own.theme.id },
    { form: formOf({ name: "a.txt", bytes: "A." }) },
  );
  expect(upload.status).toBe(403);
});

test("the company comes from the session: naming another in query, body, header or cookie has no effect (RAGFlow CVE-2024-12880)", async () => {
  const headers = {
    authorization: `Bearer ${own.admin.token}`,
    "x-company-id": String(foreign.companyId),
    "x-tenant-id": String(foreign.companyId),
    companyid: String(foreign.companyId),
    cookie: `companyId=${foreign.companyId}; company_id=${foreign.companyId}`,
  };
  let asked = 0;
  for (const { spec } of endpoints) {
    if (
      spec.method !== "GET" ||
      spec.path.includes(":") ||
      spec.answers === "events" ||
      spec.permission === "public"
    )
      continue;
    for (const query of [
      "",
      `?company_id=${foreign.companyId}`,
      `?tenant=${foreign.companyId}`,
      `?companyId[]=${foreign.companyId}`,
    ]) {
      const text = await (await fetch(app.url + spec.path + query, { headers })).text();
      asked += 1;
      expect(text, `${spec.path}${query}`).not.toContain(canary);
      expect(text, `${spec.path}${query}`).not.toContain(foreign.name);
      expect(text, `${spec.path}${query}`).not.toContain(foreign.admin.email);
    }
  }
  expect(asked).toBeGreaterThan(40);
});

test("every lookup stays within the company: search, filter, sort and name (Langflow CVE-2026-34046, Flowise CVE-2026-46444)", async () => {
  const { body: users } = await own.admin.call(listUsers, { search: foreign.admin.email });
  expect(users).toEqual([]);
  const { body: paged } = await own.admin.call(listUsers, { page: 1, search: "@example.com" });
  const total = Array.isArray(paged) ? paged.length : paged.total;
  const { body: all } = await own.admin.call(listUsers, {});
  expect(total).toBe(Array.isArray(all) ? all.length : all.total);
  const byTheme = await own.admin.call(listInteractions, { themeId: foreign.theme.id });
  expect(byTheme.text).not.toContain(canary);
  const searched = await own.admin.call(listInteractions, { search: "word of the day" });
  expect(searched.text).not.toContain(canary);
  expect(rowsOf((await own.admin.call(listThemes, {})).body).map((theme) => theme.companyId)).toEqual([
    own.companyId,
  ]);
  const byWorkspace = await own.admin.call(listUsers, { workspaceId: foreign.workspaceId });
  expect(byWorkspace.body).toEqual([]);
});
