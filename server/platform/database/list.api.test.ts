import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ErrorBody } from "#contract/kernel/errors.ts";
import { createCompany, deleteCompany, getCompany, listCompanies } from "#contract/identity/companies.ts";
import {
  assignThemeWorkspace,
  createTheme,
  findTags,
  listThemes,
  removeThemeWorkspace,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { createWorkspace, getWorkspace, listWorkspaces } from "#contract/identity/workspaces.ts";
import { withClient } from "./client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";

/** Companies, workspaces and themes: lists that grow to thousands and are read in pages. */
let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
});
afterAll(() => app.close());

type Query = { page?: number; pageSize?: number; sort?: string; search?: string; companyId?: number };

type Row = { name: string; createdAt: string };
type Answer = { status: number; body: Row[] | { rows: Row[]; total: number }; error: ErrorBody };
type List = {
  list(query: Query): Promise<Answer>;
  make(name: string, description: string): Promise<{ status: number }>;
};

/**
 * Per list: the call that reads it for a user who sees both the rows made here and others', and the call that makes a row.
 */
const lists: Record<string, List> = {
  companies: {
    list: (query: Query) => superAdmin.call(listCompanies, query),
    make: (name: string, description: string) => superAdmin.call(createCompany, { name, description }),
  },
  workspaces: {
    list: (query: Query) => superAdmin.call(listWorkspaces, query),
    make: async (name: string, description: string) => {
      const { companyId } = await buildCompany(app);
      return superAdmin.call(createWorkspace, { name, description, companyId });
    },
  },
  themes: {
    list: (query: Query) => superAdmin.call(listThemes, query),
    make: async (name: string, purpose: string) => {
      const { workspaceId } = await buildCompany(app);
      return superAdmin.call(createTheme, { name, purpose, workspaceId });
    },
  },
};

describe.each(Object.entries(lists))("%s", (things, { list, make }) => {
  const mark = `Mark${crypto.randomUUID().slice(0, 8)}`;
  const names = ["bravo", "Charlie", "alpha", "delta", "echo"].map((word) => `${word} ${mark} of ${things}`);
  const namesOf = async (query: Query) =>
    rowsOf((await list({ search: mark, ...query })).body).map((row) => row.name);
  beforeAll(async () => {
    for (const name of names) expect((await make(name, "Nothing to say")).status).toBe(201);
    await make(`Described ${things}`, `A word on ${mark}`);
    await make(`Other ${things}`, "");
  });

  test("a page holds the requested number of rows and the total, newest first", async () => {
    const { body } = await list({ search: mark, page: 1, pageSize: 2 });
    expect(body).toMatchObject({ total: 6, rows: [{ name: names[4] }, { name: names[3] }] });
    expect(await namesOf({ page: 2, pageSize: 2 })).toEqual([names[2], names[1]]);
    expect(await namesOf({ page: 4, pageSize: 2 })).toEqual([]);
  });

  test("without a page it is the plain array, newest first", async () => {
    const { body } = await list({});
    expect(Array.isArray(body)).toBe(true);
    const times = rowsOf(body).map((row) => row.createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("sorted by name, upper and lower case sort together, and rows matched only by description come last", async () => {
    const sorted = [names[2], names[0], names[1], names[3], names[4]];
    expect(await namesOf({ sort: "name" })).toEqual([...sorted, `Described ${things}`]);
    expect(await namesOf({ sort: "-name", page: 1 })).toEqual([
      ...sorted.toReversed(),
      `Described ${things}`,
    ]);
    expect(await namesOf({ sort: "createdAt", page: 1, pageSize: 1 })).toEqual([names[0]]);
  });

  test("every word of a search must be in the name, in any order, and no character is a wildcard", async () => {
    expect(await namesOf({ search: `${things}  delta ${mark}` })).toEqual([names[3]]);
    expect(await namesOf({ search: `WORD ${mark}` })).toEqual([`Described ${things}`]);
    for (const search of [`${mark}%e`, `${mark}_of`, `${mark}\\`, "nothing like it"])
      expect(await namesOf({ search })).toEqual([]);
  });

  test("an unknown column is refused", async () => {
    const refused = await list({ sort: "password_hash" });
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({ code: "invalid", fields: { sort: "Unknown column." } });
    expect((await list({ sort: "constructor", page: 1 })).status).toBe(400);
  });
});

test("a company's lists count only its own rows", async () => {
  const own = await buildCompany(app);
  const foreign = await buildCompany(app);
  for (const { admin, workspaceId } of [own, foreign]) {
    await admin.call(createTheme, { name: "Shared name", workspaceId });
    await admin.call(createWorkspace, { name: "Shared name" });
  }
  const { admin, agent, companyId } = own;
  expect((await admin.call(listThemes, { page: 1 })).body).toMatchObject({ total: 1, rows: [{ companyId }] });
  expect((await admin.call(listWorkspaces, { page: 1 })).body).toMatchObject({ total: 2 });
  expect((await admin.call(listCompanies, { page: 1 })).body).toMatchObject({
    total: 1,
    rows: [{ id: companyId }],
  });
  for (const spec of [listThemes, listWorkspaces])
    expect((await admin.call(spec, { page: 1, search: "Shared" })).body).toMatchObject({ total: 1 });
  expect((await admin.call(listCompanies, { page: 1, search: foreign.name })).body).toEqual({
    rows: [],
    total: 0,
  });
  expect((await agent.call(listThemes, { page: 1 })).body).toEqual({ rows: [], total: 0 });
  const chosen = await superAdmin.call(listWorkspaces, { page: 1, companyId: foreign.companyId });
  expect(chosen.body).toMatchObject({ total: 2 });
  expect(rowsOf(chosen.body).every((row) => row.companyId === foreign.companyId)).toBe(true);
});

test("a company and a workspace can be read by id, but not after deletion", async () => {
  const { companyId, workspaceId, name, admin } = await buildCompany(app);
  expect((await admin.call(getCompany, { id: companyId })).body).toMatchObject({ id: companyId, name });
  expect((await admin.call(getWorkspace, { id: workspaceId })).body).toMatchObject({ name: "Main" });
  await superAdmin.call(deleteCompany, { id: companyId });
  expect((await superAdmin.call(getCompany, { id: companyId })).status).toBe(404);
  expect((await superAdmin.call(getWorkspace, { id: workspaceId })).status).toBe(404);
});

test("workspaces without a theme are those available for assignment; another company's theme excludes none", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const foreign = await buildCompany(app);
  const { body: theme } = await admin.call(createTheme, { name: "Fees", workspaceId });
  const { body: strange } = await foreign.admin.call(createTheme, {
    name: "Fees",
    workspaceId: foreign.workspaceId,
  });
  await foreign.admin.call(assignThemeWorkspace, { id: strange.id, workspaceId: foreign.workspaceId });
  const totalWithout = async (withoutTheme: number) => {
    const { body } = await admin.call(listWorkspaces, { withoutTheme, page: 1 });
    return Array.isArray(body) ? null : body.total;
  };
  expect(await totalWithout(theme.id)).toBe(1);
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  expect(await totalWithout(theme.id)).toBe(0);
  expect(await totalWithout(strange.id)).toBe(1);
  await admin.call(removeThemeWorkspace, { id: theme.id, workspaceId });
  expect(await totalWithout(theme.id)).toBe(1);
});

test("lists only active themes, and finds tags of reachable themes by their words", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const foreign = await buildCompany(app);
  const tagged = { productTags: ["Travel card", "100% cover"], stateTags: ["Texas", "Travel card"] };
  const { body: theme } = await admin.call(createTheme, { name: "Cards", workspaceId, ...tagged });
  await admin.call(createTheme, { name: "Loans", workspaceId, topicTags: ["Late fee"] });
  await foreign.admin.call(createTheme, {
    name: "Theirs",
    workspaceId: foreign.workspaceId,
    topicTags: ["Secret travel"],
  });
  expect((await admin.call(findTags)).body).toEqual(["100% cover", "Late fee", "Texas", "Travel card"]);
  expect((await admin.call(findTags, { search: "card trav" })).body).toEqual(["Travel card"]);
  expect((await admin.call(findTags, { search: "%" })).body).toEqual(["100% cover"]);
  expect((await admin.call(findTags, { limit: 1 })).body).toEqual(["100% cover"]);
  expect((await agent.call(findTags)).body).toEqual([]);
  await admin.call(updateTheme, { id: theme.id, isActive: false });
  const active = await admin.call(listThemes, { isActive: "true", page: 1 });
  expect(active.body).toMatchObject({ total: 1, rows: [{ name: "Loans" }] });
  const rest = await admin.call(listThemes, { isActive: "false" });
  expect(rowsOf(rest.body).map((row) => row.name)).toEqual(["Cards"]);
});

test("with more than a thousand rows, the plain array holds the newest, and the last page the oldest", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  await withClient(app.connection, async (client) => {
    await client.query(
      `insert into workspaces (company_id, name, created_at)
       select $1, 'Branch ' || n, now() + n * interval '1 second' from generate_series(1, 1100) n`,
      [companyId],
    );
    await client.query(
      `insert into themes (company_id, workspace_id, name, created_at)
       select $1, $2, 'Theme ' || n, now() + n * interval '1 second' from generate_series(1, 1100) n`,
      [companyId, workspaceId],
    );
  });
  for (const [spec, newest] of [
    [listWorkspaces, "Branch 1100"],
    [listThemes, "Theme 1100"],
  ] as const) {
    const plain = rowsOf<Row>((await admin.call(spec)).body);
    expect(plain).toHaveLength(1000);
    expect(plain[0]?.name).toBe(newest);
  }
  const last = await admin.call(listWorkspaces, { page: 46, pageSize: 24 });
  expect(last.body).toMatchObject({ total: 1101 });
  expect(rowsOf(last.body).at(-1)?.name).toBe("Main");
  // the primary workspace is the oldest of them, beyond the thousand
  expect((await admin.call(createTheme, { name: "At home" })).body.workspaceId).toBe(workspaceId);
  const { body } = await admin.call(importUsers, {
    csv: "Email,Role,Workspaces\nana@example.com,Agent,Main; Branch 1\n",
    dryRun: true,
  });
  expect(body.lines).toMatchObject([{ outcome: "invite" }]);
});
