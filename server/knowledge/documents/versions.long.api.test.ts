import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import {
  deleteDocument,
  getDocumentContent,
  getDocumentFile,
  listVersions,
  replaceDocument,
  signOffDocument,
  updateDocumentTags,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { assignThemeAgent, removeThemeAgent, updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildTheme, refundPolicy, untilRead } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";
const newPolicy = refundPolicy.replace("within 30 days of delivery", "within 45 days of delivery");

const put = async (person: TestPerson, themeId: number) =>
  (await person.call(ask, { themeId, userQuery: question, sessionId: "s" })).body;

const replace = (admin: TestPerson, id: number, bytes: string, name = "Refund Policy.txt") =>
  admin.call(replaceDocument, { id }, { form: formOf({ name, bytes }) });

test("after a replacement, the next question uses only the new version, and earlier answers keep theirs", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const before = await put(admin, theme.id);
  expect(before.response).toContain("30 days");
  const replaced = await replace(admin, document.id, newPolicy, "Refund Policy 2027.txt");
  expect(replaced.status).toBe(201);
  expect(replaced.body).toMatchObject({ version: 2, status: "processing", name: "Refund Policy 2027.txt" });
  await untilRead(admin, theme.id);
  const after = await put(admin, theme.id);
  expect(after.response).toContain("45 days");
  expect(after.response).not.toContain("30 days");
  expect(after.citations.every((citation) => citation.version === 2)).toBe(true);
  const versions = (await admin.call(listVersions, { id: document.id })).body;
  expect(versions).toMatchObject([
    { version: 2, answering: true, answers: 1, uploadedBy: "Test workspace_admin" },
    { version: 1, answering: false, answers: 1, sha256: document.sha256 },
  ]);
  const cited = before.citations[0];
  const old = await admin.call(getDocumentContent, { id: document.id, version: cited?.version });
  expect(old.body.content).toContain("within 30 days");
  expect((await admin.call(getDocumentFile, { id: document.id, version: 1 })).text).toBe(refundPolicy);
  expect((await admin.call(getDocumentFile, { id: document.id })).text).toBe(newPolicy);
});

test("with sign-off required, the signed version answers until its successor is signed", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  await admin.call(signOffDocument, { id: document.id });
  await admin.call(updateDocumentTags, {
    id: document.id,
    distributionPartnerTags: [],
    productTags: ["Gadget"],
    topicTags: [],
    stateTags: [],
  });
  await replace(admin, document.id, newPolicy);
  const [waiting] = await untilRead(admin, theme.id);
  expect(waiting).toMatchObject({ version: 2, status: "ready", answeringVersion: 1 });
  const opened = async (person: TestPerson) =>
    (await person.call(getDocumentContent, { id: document.id })).body.version;
  const answering = async () =>
    (await admin.call(listVersions, { id: document.id })).body.map((version) => version.answering);
  const tagged = { distributionPartners: [], products: ["Gadget"], topics: [], states: [] };
  const putTagged = async () =>
    (
      await agent.call(ask, {
        themeId: theme.id,
        userQuery: question,
        sessionId: "s",
        selectedTags: tagged,
      })
    ).body;

  expect((await put(agent, theme.id)).response).toContain("30 days");
  expect((await putTagged()).response).toContain("30 days");
  expect(await answering()).toEqual([false, true]);
  expect(await opened(agent)).toBe(1);
  const unsigned = { id: document.id, version: 2 };
  expect((await agent.call(getDocumentContent, unsigned)).status).toBe(404);
  expect((await agent.call(getDocumentFile, unsigned)).status).toBe(404);
  expect((await admin.call(getDocumentContent, unsigned)).status).toBe(200);

  const signed = await admin.call(signOffDocument, { id: document.id });
  expect(signed.body).toMatchObject({ version: 2, answeringVersion: 2 });
  expect((await put(agent, theme.id)).response).toContain("45 days");
  expect((await putTagged()).response).toContain("45 days");
  expect(await answering()).toEqual([true, false]);
  expect(await opened(agent)).toBe(2);
});

test("every answer that used a document is found, by document and by version", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const other = await buildTheme(admin, { name: "Other" });
  const first = [];
  for (let n = 0; n < 6; n++) first.push((await put(admin, theme.id)).interactionId);
  await put(admin, other.theme.id);
  await replace(admin, document.id, newPolicy);
  await untilRead(admin, theme.id);
  const second = [(await put(admin, theme.id)).interactionId];
  const used = async (filters: { documentId: number; documentVersion?: number }) => {
    const { body } = await admin.call(listInteractions, { ...filters, page: 1, pageSize: 200 });
    const rows = Array.isArray(body) ? body : body.rows;
    return rows.map((row) => row.chat_interactions.id).toSorted((a, b) => a - b);
  };
  expect(await used({ documentId: document.id })).toEqual([...first, ...second]);
  expect(await used({ documentId: document.id, documentVersion: 1 })).toEqual(first);
  expect(await used({ documentId: document.id, documentVersion: 2 })).toEqual(second);
  await admin.call(deleteDocument, { id: document.id });
  expect(await used({ documentId: document.id })).toEqual([...first, ...second]);
});

test("a duplicate file is reported, even as a replacement, and changes nothing", async () => {
  const { admin } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const same = await replace(admin, document.id, refundPolicy);
  expect(same.status).toBe(409);
  expect(same.error.error).toBe("This is the same file as the current version.");
  await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: "New.txt", bytes: newPolicy }) },
  );
  const twin = await replace(admin, document.id, newPolicy);
  expect(twin.status).toBe(409);
  expect(twin.error.error).toBe("This file is already in the theme, as 'New.txt'.");
  expect((await admin.call(listVersions, { id: document.id })).body).toHaveLength(1);
});

test("the same file sent ten times at once becomes one document, ten replacements at once ten versions", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.call(uploadDocuments, { id: theme.id }, { form: formOf({ name: "Same.txt", bytes: newPolicy }) }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(replies.reduce((sum, { body }) => sum + body.uploadedCount, 0)).toBe(1);
  const document = (await untilRead(admin, theme.id)).find(({ name }) => name === "Same.txt");
  const versions = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      replace(admin, document?.id ?? 0, `${newPolicy}\nAddendum ${n}.`, "Same.txt"),
    ),
  );
  expect(versions.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
  await untilRead(admin, theme.id);
  const listed = (await admin.call(listVersions, { id: document?.id ?? 0 })).body;
  expect(listed.filter(({ answering }) => answering).map(({ version }) => version)).toEqual([11]);
});

test("people can open only sources of the themes they may ask and versions their own answers cite", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const stranger = await buildCompany(app);
  const colleague = await buildPerson(app, { role: "agent", companyId, workspaceIds: [] });
  const superAdmin = await buildSuperAdmin(app);
  await admin.call(removeThemeAgent, { id: theme.id, userId: agent.id });
  const opens = async (person: TestPerson, version?: number) => {
    const text = await person.call(getDocumentContent, { id: document.id, version });
    const file = await person.call(getDocumentFile, { id: document.id, version });
    expect(file.status).toBe(text.status);
    return text.status === 200;
  };
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  expect([await opens(admin), await opens(superAdmin), await opens(agent)]).toEqual([true, true, true]);
  expect([await opens(colleague), await opens(stranger.admin), await opens(stranger.agent)]).toEqual([
    false,
    false,
    false,
  ]);
  expect((await put(agent, theme.id)).outcome).toBe("answered");
  await replace(admin, document.id, newPolicy);
  await untilRead(admin, theme.id);
  await admin.call(removeThemeAgent, { id: theme.id, userId: agent.id });
  // the version cited in its own answer stays accessible to the agent, later ones do not
  expect([await opens(agent, 1), await opens(agent, 2)]).toEqual([true, false]);
  await admin.call(deleteDocument, { id: document.id });
  expect([await opens(agent, 1), await opens(agent, 2), await opens(colleague, 1)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await opens(stranger.admin, 1), await opens(stranger.agent, 1)]).toEqual([false, false]);
});
