import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteDocument, findDocuments, uploadDocuments } from "#contract/documents.ts";
import { assignThemeAgent, assignThemeWorkspace, createTheme, deleteTheme } from "#contract/themes.ts";
import { callerFor } from "#server/callers.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, formOf } from "#testing/build.ts";
import type { TestPerson } from "#testing/build.ts";
import { findDocuments as findStored } from "./store.ts";

// nothing is read: a document can be found by its name from the upload on
let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

async function buildFiles(admin: TestPerson, name: string, files: string[]) {
  const { body: theme } = await admin.call(createTheme, { name, purpose: "Answers questions" });
  for (const file of files)
    await admin.call(
      uploadDocuments,
      { id: theme.id },
      { form: formOf({ name: file, bytes: `${file} of ${name}` }) },
    );
  return theme;
}

const find = async (person: TestPerson, search: string, more: { companyId?: number; limit?: number } = {}) =>
  (await person.call(findDocuments, { search, ...more })).body;
const namesOf = (documents: { name: string }[]) => documents.map(({ name }) => name);

test("a document of any theme is found by the words of its name, with its theme and company", async () => {
  const { admin, name: companyName } = await buildCompany(app);
  const first = await buildFiles(admin, "Claims", ["Glass Breakage.txt", "Deadlines.txt"]);
  for (let index = 0; index < 14; index += 1) await buildFiles(admin, `Later ${index}`, []);
  expect(await find(admin, "breakage glass")).toEqual([
    {
      id: expect.any(Number) as number,
      name: "Glass Breakage.txt",
      themeId: first.id,
      themeName: "Claims",
      companyName,
    },
  ]);
  expect(await find(admin, "glass deadlines")).toEqual([]);
});

test("names that begin with the search come first, then the newest, up to the limit", async () => {
  const { admin } = await buildCompany(app);
  await buildFiles(admin, "Refunds", ["Refund one.txt", "Late refund.txt", "Refund two.txt"]);
  expect(namesOf(await find(admin, "refund"))).toEqual([
    "Refund two.txt",
    "Refund one.txt",
    "Late refund.txt",
  ]);
  expect(namesOf(await find(admin, "refund", { limit: 1 }))).toEqual(["Refund two.txt"]);
  expect((await admin.call(findDocuments, { search: "refund", limit: 21 })).status).toBe(400);
});

test("a search needs two characters, and none of them is a wildcard", async () => {
  const { admin } = await buildCompany(app);
  await buildFiles(admin, "Signs", ["Share 100%_of.txt", "Plain.txt"]);
  for (const search of ["", "p", "  p  "])
    expect((await admin.call(findDocuments, { search })).status, `'${search}'`).toBe(400);
  expect(namesOf(await find(admin, "%_"))).toEqual(["Share 100%_of.txt"]);
  expect(await find(admin, "P%n")).toEqual([]);
  expect(await find(admin, "\\\\")).toEqual([]);
});

test("a deleted document, one of a deleted theme and one of another company are not found", async () => {
  const { admin, companyId } = await buildCompany(app);
  const stranger = await buildCompany(app);
  await buildFiles(admin, "Kept", ["Waiver kept.txt", "Waiver gone.txt"]);
  const ended = await buildFiles(admin, "Ended", ["Waiver ended.txt"]);
  await buildFiles(stranger.admin, "Foreign", ["Waiver foreign.txt"]);
  expect(namesOf(await find(admin, "waiver")).toSorted()).toEqual([
    "Waiver ended.txt",
    "Waiver gone.txt",
    "Waiver kept.txt",
  ]);
  const gone = (await find(admin, "waiver gone"))[0];
  await admin.call(deleteDocument, { id: gone?.id ?? 0 });
  await admin.call(deleteTheme, { id: ended.id });
  expect(namesOf(await find(admin, "waiver"))).toEqual(["Waiver kept.txt"]);
  expect(namesOf(await find(stranger.admin, "waiver"))).toEqual(["Waiver foreign.txt"]);
  const superAdmin = await buildSuperAdmin(app);
  expect(namesOf(await find(superAdmin, "waiver"))).toEqual(["Waiver foreign.txt", "Waiver kept.txt"]);
  expect(namesOf(await find(superAdmin, "waiver", { companyId }))).toEqual(["Waiver kept.txt"]);
  const other = await admin.call(findDocuments, { search: "waiver", companyId: stranger.companyId });
  expect(other.status).toBe(404);
});

test("an agent may not call it, and even beyond that reaches assigned themes only", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const byName = await buildFiles(admin, "By name", ["Handbook by name.txt"]);
  const byWorkspace = await buildFiles(admin, "By workspace", ["Handbook by workspace.txt"]);
  await buildFiles(admin, "Unassigned", ["Handbook unassigned.txt"]);
  await admin.call(assignThemeAgent, { id: byName.id, userId: agent.id });
  await admin.call(assignThemeWorkspace, { id: byWorkspace.id, workspaceId });
  expect((await agent.call(findDocuments, { search: "handbook" })).status).toBe(403);
  const person = { type: "user", role: "agent", name: "", email: agent.email, companyId } as const;
  const caller = callerFor(
    app.services,
    { ...person, id: agent.id, sessionId: agent.sessionId },
    { requestId: "test", address: "" },
    null,
  );
  const found = await caller.transact((ctx) => findStored(ctx, { search: "handbook", limit: 20 }));
  expect(namesOf(found)).toEqual(["Handbook by workspace.txt", "Handbook by name.txt"]);
});
