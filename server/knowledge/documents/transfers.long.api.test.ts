import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { createHold, liftHold } from "#contract/evidence/holds.ts";
import { listRecord } from "#contract/evidence/record.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  createTheme,
  listThemeAgents,
  listThemes,
  listThemeWorkspaces,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { deleteDocument, getDocumentContent, updateDocumentTags } from "#contract/knowledge/documents.ts";
import { copyTheme, moveDocument } from "#contract/knowledge/transfers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildTheme, refundPolicy, untilRead, upload } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const userQuery = "How many days for an unopened product?";
const asked = (themeId: number) => ({ themeId, userQuery, sessionId: crypto.randomUUID() });

test("a moved document answers in its new theme and no longer in the old one; earlier answers keep their source", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const target = (await admin.call(createTheme, { name: "Shop", workspaceId })).body;
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  expect((await agent.call(ask, asked(theme.id))).body.outcome).toBe("answered");
  const { status, body } = await admin.call(moveDocument, { id: document.id, themeId: target.id });
  expect([status, body.themeId, body.status]).toEqual([200, target.id, "ready"]);
  expect((await agent.call(ask, asked(theme.id))).body.outcome).toBe("abstained");
  expect((await admin.call(ask, asked(target.id))).body.outcome).toBe("answered");
  // the agent can't ask the new theme, but was answered from this version
  expect((await agent.call(getDocumentContent, { id: document.id, version: 1 })).text).toContain("30 days");
  const { rows } = (await admin.call(listRecord, { action: "document.move" })).body;
  expect(rows.map(({ before, after }) => [before?.themeId, after?.themeId])).toEqual([[theme.id, target.id]]);
});

test("a move is refused to the same theme, to a twin, under a hold, into a guarded theme, and across companies", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const elsewhere = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  const foreign = await buildTheme(elsewhere.admin);
  const target = (await admin.call(createTheme, { name: "Shop", workspaceId })).body;
  const move = (themeId: number) => admin.call(moveDocument, { id: document.id, themeId });
  expect((await move(theme.id)).status).toBe(400);
  for (const themeId of [foreign.theme.id, 2_000_000_000]) expect((await move(themeId)).status).toBe(404);
  expect((await admin.call(moveDocument, { id: foreign.document.id, themeId: target.id })).status).toBe(404);
  expect((await agent.call(moveDocument, { id: document.id, themeId: target.id })).status).toBe(403);

  const hold = (await admin.call(createHold, { themeId: theme.id, reason: "An audit" })).body;
  expect((await move(target.id)).error.error).toContain("legal hold");
  await admin.call(liftHold, { id: hold.id, reason: "Over" });
  await admin.call(updateTheme, { id: target.id, requireApproval: true });
  expect((await move(target.id)).status).toBe(409);
  await admin.call(updateTheme, { id: target.id, requireApproval: false });
  await upload(admin, target.id, "The same.txt", refundPolicy);
  const [twin] = await untilRead(admin, target.id);
  expect((await move(target.id)).error.error).toContain("already in 'Shop', as 'The same.txt'");
  await admin.call(deleteDocument, { id: twin?.id ?? 0 });
  expect((await move(target.id)).status).toBe(200);
});

test("a copy has settings and tags, and documents and people only where asked for", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, productTags: ["Drone"], guidingInstructions: "Be brief." });
  await admin.call(updateDocumentTags, { id: document.id, topicTags: ["By hand"] });
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  const bare = (await admin.call(copyTheme, { id: theme.id, name: "Bare" })).body;
  expect(bare).toMatchObject({ documentCount: 0, refused: [] });
  expect(bare.theme).toMatchObject({
    name: "Bare",
    productTags: ["Drone"],
    guidingInstructions: "Be brief.",
    purpose: theme.purpose,
    fallback: theme.fallback,
    documentCount: 0,
    agentCount: 0,
  });
  expect((await admin.call(listThemeWorkspaces, { id: bare.theme.id })).body).toEqual([]);

  const whole = await admin.call(copyTheme, {
    id: theme.id,
    name: "Whole",
    withDocuments: true,
    withAskers: true,
  });
  expect([whole.status, whole.body.documentCount, whole.body.refused]).toEqual([201, 1, []]);
  const { id } = whole.body.theme;
  const [copied] = await untilRead(admin, id);
  expect(copied).toMatchObject({ name: document.name, status: "ready", version: 1, sha256: document.sha256 });
  expect(copied?.autoGeneratedTags.topicTags).toEqual(["By hand"]);
  expect((await admin.call(listThemeAgents, { id })).body).toEqual([{ userId: agent.id }]);
  expect((await admin.call(listThemeWorkspaces, { id })).body.map((one) => one.id)).toEqual([workspaceId]);
  expect((await agent.call(ask, asked(id))).body.outcome).toBe("answered");
  // each has bytes of its own
  await admin.call(deleteDocument, { id: document.id });
  expect((await agent.call(ask, asked(id))).body.outcome).toBe("answered");
});

test("nobody copies another company's theme, and an agent none at all", async () => {
  const { admin, agent } = await buildCompany(app);
  const foreign = await buildTheme((await buildCompany(app)).admin);
  expect(
    (await admin.call(copyTheme, { id: foreign.theme.id, name: "Mine", withDocuments: true })).status,
  ).toBe(404);
  expect((await agent.call(copyTheme, { id: foreign.theme.id, name: "Mine" })).status).toBe(403);
  expect(rowsOf((await admin.call(listThemes, {})).body)).toEqual([]);
});
