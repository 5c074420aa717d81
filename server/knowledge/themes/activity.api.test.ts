import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { assignThemeWorkspace, getThemeActivity, updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("a theme's activity counts its documents by state, its workspaces and its questions by day", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await admin.call(ask, { themeId: theme.id, userQuery: "Who is the king of Mongolia?", sessionId: "s" });
  const of = async () => (await admin.call(getThemeActivity, { ids: String(theme.id) })).body;
  const today = { asked: 1, declined: 1 };
  const quiet = Array.from({ length: 6 }, () => ({ asked: 0, declined: 0 }));
  expect(await of()).toEqual([
    { id: theme.id, workspaces: 0, documents: { ready: 1, reading: 0, needYou: 0 }, days: [...quiet, today] },
  ]);
  await admin.call(updateTheme, { id: theme.id, requireSignOff: true });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  const [changed] = await of();
  expect(changed).toMatchObject({ workspaces: 1, documents: { ready: 0, reading: 0, needYou: 1 } });
});

test("another company's theme is left out, and invalid ids are refused", async () => {
  const { theme } = await buildTheme((await buildCompany(app)).admin);
  const { admin } = await buildCompany(app);
  expect((await admin.call(getThemeActivity, { ids: String(theme.id) })).body).toEqual([]);
  for (const ids of ["", "a", "1,,2", "-1", Array.from({ length: 101 }, (_, n) => n + 1).join(",")])
    expect((await admin.call(getThemeActivity, { ids })).status).toBe(400);
});
