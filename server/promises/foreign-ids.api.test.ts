import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, listHistory, rateAnswer, stopAnswer } from "#contract/answers.ts";
import { updateCompany } from "#contract/companies.ts";
import {
  deleteDocument,
  getDocumentContent,
  getDocumentFile,
  listDocuments,
  retryDocument,
  signOffDocument,
  updateDocumentTags,
  uploadDocuments,
} from "#contract/documents.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { endpoints } from "#contract/index.ts";
import { getInteraction, listInteractions, reviewInteraction } from "#contract/interactions.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  getTheme,
  listThemes,
  removeThemeAgent,
  updateTheme,
} from "#contract/themes.ts";
import { inviteUser, listUsers, setWorkspaceAssignments, updateUser } from "#contract/users.ts";
import { startTestApp } from "#server/testing/app.ts";
import type { TestApp } from "#server/testing/app.ts";
import { buildCompany, buildPerson, formOf } from "#server/testing/build.ts";
import type { TestPerson } from "#server/testing/build.ts";
import { rowsOf } from "#server/testing/call.ts";
import { withClient } from "#server/testing/database.ts";
import { buildTheme } from "#server/testing/documents.ts";
import { startModelServer } from "#server/testing/model-server.ts";
import type { ModelServer } from "#server/testing/model-server.ts";
import { absentId, named } from "#server/testing/party.ts";

/** Authenticated, not authorised: the peers' most frequent fault, on each side path that it was found on. */
const canary = "ZIRKON-7731-QUARTZ";
let model: ModelServer;
let app: TestApp;
let own: Awaited<ReturnType<typeof buildSide>>;
let foreign: Awaited<ReturnType<typeof buildSide>>;

async function buildSide(secret: string) {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin, {
    text: `Refund Policy\n\n1. Scope\nThe word of the day is ${secret}. Refunds take 30 days.\n`,
  });
  await company.admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: company.workspaceId });
  const answer = await company.agent.call(ask, {
    themeId: theme.id,
    userQuery: "What is the word of the day?",
    sessionId: "shared-session",
  });
  return { ...company, theme, document, interactionId: answer.body.interactionId };
}

beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({ env: { SMART_BASE_URL: model.url } });
  own = await buildSide("harmless");
  foreign = await buildSide(canary);
});
afterAll(async () => {
  await app.close();
  await model.close();
});

/** What came back, without the one part that is new in every answer. */
const bytesOf = (reply: { status: number; text: string; headers: Headers }) =>
  `${reply.status} ${reply.text.replace(reply.headers.get("x-request-id") ?? "-", "")}`;

async function expectAlike<E extends EndpointSpec>(
  person: TestPerson,
  spec: E,
  strange: Parameters<typeof person.call<E>>[1],
  absent: Parameters<typeof person.call<E>>[1],
): Promise<void> {
  const [first, second] = [await person.call(spec, strange), await person.call(spec, absent)];
  expect(first.status, named(spec)).toBe(404);
  expect(bytesOf(first), named(spec)).toBe(bytesOf(second));
}

test("preview, file and every page of a foreign document answer like an absent one (Dify CVE-2026-41949, RAGFlow CVE-2024-12880)", async () => {
  const { id } = foreign.document;
  for (const person of [own.admin, own.agent]) {
    await expectAlike(person, getDocumentContent, { id }, { id: absentId });
    await expectAlike(
      person,
      getDocumentContent,
      { id, page: 1, version: 1 },
      { id: absentId, page: 1, version: 1 },
    );
    await expectAlike(person, getDocumentFile, { id }, { id: absentId });
  }
  const withCookie = await fetch(`${app.url}/api/documents/${id}/file`, {
    headers: { cookie: `footnote=${own.admin.cookie}` },
  });
  expect(withCookie.status).toBe(404);
  expect((await foreign.admin.call(getDocumentContent, { id })).text).toContain(canary);
});

test("asking with foreign ids anywhere in the body answers like absent ones, and no foreign byte reaches the model (Dify CVE-2026-41950, Open WebUI CVE-2026-45402)", async () => {
  await own.admin.call(updateCompany, { id: own.companyId, openaiApiKey: "sk-test-1234567890" });
  model.behave({ kind: "answer", reply: (prompt) => `Said: ${prompt.slice(0, 200)} [1].` });
  model.calls.length = 0;
  const question = {
    userQuery: "What is the word of the day?",
    sessionId: "shared-session",
  };
  await expectAlike(
    own.admin,
    ask,
    { ...question, themeId: foreign.theme.id },
    { ...question, themeId: absentId },
  );
  const smuggled = {
    documentId: foreign.document.id,
    documentIds: [foreign.document.id],
    files: [{ id: foreign.document.id, type: "file" }],
    theme: { id: foreign.theme.id },
    companyId: foreign.companyId,
    context: {
      company_id: foreign.companyId,
      themes: [foreign.theme.id],
      nested: [[{ themeId: foreign.theme.id }]],
    },
    interactionId: foreign.interactionId,
  };
  const answer = await own.admin.call(ask, { ...question, themeId: own.theme.id, ...smuggled });
  expect(answer.text).not.toContain(canary);
  const query = await fetch(
    `${app.url}/api/chat?themeId=${foreign.theme.id}&companyId=${foreign.companyId}`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${own.admin.token}`,
        "content-type": "application/json",
        "x-company-id": String(foreign.companyId),
      },
      body: JSON.stringify({ ...question, themeId: own.theme.id }),
    },
  );
  expect(await query.text()).not.toContain(canary);
  expect(model.calls.length).toBeGreaterThan(0);
  const prompts = JSON.stringify(model.calls);
  expect(prompts.includes("harmless")).toBe(true);
  expect(prompts).not.toContain(canary);
});

test("a session id guessed or copied brings nothing of another person's conversation into a prompt", async () => {
  await own.admin.call(ask, {
    themeId: own.theme.id,
    userQuery: "What is the word of the day? And what else?",
    sessionId: "shared-session",
  });
  model.calls.length = 0;
  const colleague = await buildPerson(app, {
    role: "agent",
    companyId: own.companyId,
    workspaceIds: [own.workspaceId],
  });
  await colleague.call(ask, {
    themeId: own.theme.id,
    userQuery: "What is the word of the day, in short?",
    sessionId: "shared-session",
  });
  expect(model.calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(model.calls)).toContain("in short");
  expect(JSON.stringify(model.calls)).not.toContain("And what else");
});

test("retrieval itself is bound to its company: asked for a foreign theme it finds nothing (Open WebUI CVE-2026-45398)", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ content_version: number }>("select content_version from themes where id = $1", [
      foreign.theme.id,
    ]),
  );
  const theme = { id: foreign.theme.id, content_version: rows[0]?.content_version ?? 0 };
  const hits = (companyId: number) =>
    app.services.indexes.search({
      theme: { ...theme, company_id: companyId },
      question: "word of the day",
      limit: 10,
      documents: null,
    });
  expect((await hits(foreign.companyId)).hits.length).toBeGreaterThan(0);
  expect((await hits(own.companyId)).hits).toEqual([]);
  expect((await hits(foreign.companyId)).hits.length).toBeGreaterThan(0);
});

test("settings of a foreign theme can be neither read nor written (Dify CVE-2026-41947)", async () => {
  const { id } = foreign.theme;
  await expectAlike(own.admin, getTheme, { id }, { id: absentId });
  await expectAlike(own.admin, updateTheme, { id, name: "Taken" }, { id: absentId, name: "Taken" });
  await expectAlike(own.admin, listDocuments, { id }, { id: absentId });
  const form = () => ({ form: formOf({ name: "planted.txt", bytes: "Planted." }) });
  const planted = await own.admin.call(uploadDocuments, { id }, form());
  const nowhere = await own.admin.call(uploadDocuments, { id: absentId }, form());
  expect(planted.status).toBe(404);
  expect(bytesOf(planted)).toBe(bytesOf(nowhere));
  expect((await foreign.admin.call(getTheme, { id })).body.name).toBe(foreign.theme.name);
});

test("reading, changing and deleting are asked for one by one: who may ask a theme may not touch it (Open WebUI CVE-2026-45671)", async () => {
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

test("sub-resources follow their parent: document, rating, assignment and review of another company (LibreChat CVE-2025-69220, -69221, CVE-2024-10366)", async () => {
  const { id } = foreign.document;
  const tags = { distributionPartnerTags: [], productTags: [], topicTags: [], stateTags: [] };
  await expectAlike(own.admin, deleteDocument, { id }, { id: absentId });
  await expectAlike(own.admin, updateDocumentTags, { id, ...tags }, { id: absentId, ...tags });
  await expectAlike(own.admin, signOffDocument, { id }, { id: absentId });
  const rating = { rating: "bad" as const };
  await expectAlike(
    own.admin,
    rateAnswer,
    { interactionId: foreign.interactionId, ...rating },
    { interactionId: absentId, ...rating },
  );
  const review = { verdict: "wrong" as const };
  await expectAlike(
    own.admin,
    reviewInteraction,
    { id: foreign.interactionId, ...review },
    { id: absentId, ...review },
  );
  await expectAlike(own.admin, getInteraction, { id: foreign.interactionId }, { id: absentId });
  // the parent is one's own, the child is not
  await expectAlike(
    own.admin,
    assignThemeAgent,
    { id: own.theme.id, userId: foreign.agent.id },
    { id: own.theme.id, userId: absentId },
  );
  await expectAlike(
    own.admin,
    removeThemeAgent,
    { id: own.theme.id, userId: foreign.agent.id },
    { id: own.theme.id, userId: absentId },
  );
  await expectAlike(
    own.admin,
    assignThemeWorkspace,
    { id: own.theme.id, workspaceId: foreign.workspaceId },
    { id: own.theme.id, workspaceId: absentId },
  );
});

test("a colleague's answer of the same company is no one else's to rate, and a person's history is its own", async () => {
  const colleague = await buildPerson(app, {
    role: "agent",
    companyId: own.companyId,
    workspaceIds: [own.workspaceId],
  });
  await expectAlike(
    colleague,
    rateAnswer,
    { interactionId: own.interactionId, rating: "good" },
    { interactionId: absentId, rating: "good" },
  );
  expect((await colleague.call(listHistory, {})).body).toEqual([]);
});

test("1,000 guessed, copied and neighbouring ids stop nobody's answer and give no byte of it (LibreChat CVE-2026-31950, Onyx CVE-2026-42276)", async () => {
  await foreign.admin.call(updateCompany, { id: foreign.companyId, openaiApiKey: "sk-test-1234567890" });
  model.behave({ kind: "hang" });
  const running = foreign.agent.call(ask, {
    themeId: foreign.theme.id,
    userQuery: "What is the word?",
    sessionId: "run",
  });
  await expect.poll(() => model.calls.at(-1)?.wasAborted).toBe(false);
  let stopped = 0;
  let bytes = 0;
  await Promise.all(
    Array.from({ length: 1000 }, async (_, n) => {
      const person = n % 2 === 0 ? own.admin : own.agent;
      const guess = foreign.interactionId + (n % 50);
      const reply = await person.call(stopAnswer, { interactionId: guess });
      if (reply.body.stopped) stopped += 1;
      const read = await person.call(getInteraction, { id: guess });
      if (read.status === 200 && read.text.includes(canary)) bytes += read.text.length;
    }),
  );
  console.info(`1,000 ids of other people's answers: ${stopped} stopped, ${bytes} bytes read`);
  expect(stopped).toBe(0);
  expect(bytes).toBe(0);
  // its own person stops it
  const mine = await foreign.agent.call(listHistory, {});
  const latest = Math.max(...mine.body.map((entry) => entry.interactionId), foreign.interactionId);
  let isStopped = false;
  for (let id = latest; id < latest + 60 && !isStopped; id++)
    isStopped = (await foreign.agent.call(stopAnswer, { interactionId: id })).body.stopped;
  expect(isStopped).toBe(true);
  expect((await running).status).toBe(503);
});

test("a workspace admin puts nobody, itself included, into a foreign workspace (Onyx CVE-2026-63178)", async () => {
  const ids = (workspaceId: number) => ({ workspaceIds: [own.workspaceId, workspaceId] });
  for (const id of [own.admin.id, own.agent.id]) {
    await expectAlike(
      own.admin,
      setWorkspaceAssignments,
      { id, ...ids(foreign.workspaceId) },
      { id, ...ids(absentId) },
    );
    await expectAlike(
      own.admin,
      updateUser,
      { id, workspaceId: foreign.workspaceId },
      { id, workspaceId: absentId },
    );
  }
  const invitation = { email: "planted@example.com", role: "agent" as const };
  await expectAlike(
    own.admin,
    inviteUser,
    { ...invitation, workspaceId: foreign.workspaceId },
    { ...invitation, workspaceId: absentId },
  );
  const { body } = await foreign.admin.call(listUsers, { workspaceId: foreign.workspaceId });
  expect((Array.isArray(body) ? body : body.rows).map((user) => user.email)).not.toContain(
    "planted@example.com",
  );
});

test("the company comes from the session: named in query, body, header or cookie it moves nobody (RAGFlow CVE-2024-12880)", async () => {
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

test("every way to look something up is fenced: search, filter, sort and name (Langflow CVE-2026-34046, Flowise CVE-2026-46444)", async () => {
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

test("a foreign and an absent id take the same time, over 200 pairs", async () => {
  const times = { foreign: [] as number[], absent: [] as number[] };
  const measure = async (id: number) => {
    const started = performance.now();
    await own.admin.call(getDocumentContent, { id });
    return performance.now() - started;
  };
  for (let n = 0; n < 20; n++) await measure(absentId);
  for (let n = 0; n < 200; n++) {
    const first = n % 2 === 0;
    if (first) times.foreign.push(await measure(foreign.document.id));
    times.absent.push(await measure(absentId));
    if (!first) times.foreign.push(await measure(foreign.document.id));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const difference = Math.abs(median(times.foreign) - median(times.absent));
  console.info(
    `foreign ${median(times.foreign).toFixed(2)} ms, absent ${median(times.absent).toFixed(2)} ms, medians ${difference.toFixed(2)} ms apart`,
  );
  expect(difference).toBeLessThan(5);
});
