import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory, rateAnswer } from "#contract/answering/answers.ts";
import {
  deleteDocument,
  getDocumentContent,
  getDocumentFile,
  listDocuments,
  signOffDocument,
  updateDocumentTags,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import { getInteraction, reviewInteraction } from "#contract/answering/interactions.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  getTheme,
  removeThemeAgent,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { inviteUser, listUsers, setWorkspaceAssignments, updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { absentId } from "#testing/fixtures/paths.ts";
import {
  buildTwoCompanies,
  bytesOf,
  canary,
  expectAlike,
  type TwoCompanies,
} from "#testing/fixtures/two-companies.ts";

/** Authenticated, not authorized: a foreign id looks absent, on each side path where peers revealed the difference. */
let app: TestApp;
let own: TwoCompanies["own"];
let foreign: TwoCompanies["foreign"];
beforeAll(async () => {
  app = await startTestApp();
  ({ own, foreign } = await buildTwoCompanies(app));
});
afterAll(() => app.close());

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
  // the parent belongs to the caller, the child does not
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

test("only the asker can rate an answer, even within a company, and each person sees only their own history", async () => {
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
