import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCompanies } from "#contract/identity/companies.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { listUsers } from "#contract/identity/users.ts";
import { listWorkspaces } from "#contract/identity/workspaces.ts";
import { compareNames } from "./names.ts";
import { withClient } from "./client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";

/** Names are sorted in every list as people look them up, and a sorted list is read page by page without a gap. */
let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
});
afterAll(() => app.close());

type Query = { sort: string; page: number; pageSize: number };
type Named = { id: number; name: string };
type Pages<Row> = { rows: Row[]; total: number };
type List = { sort: string; read(query: Query): Promise<Pages<Named>> };

function paged<Row>(body: Row[] | Pages<Row>, name: (row: Row) => Named): Pages<Named> {
  if (Array.isArray(body)) throw new Error("a page was asked for, and the plain list answered");
  return { rows: body.rows.map(name), total: body.total };
}

/**
 * A company whose workspaces, themes, documents, people and interactions bear these names, and companies with these names.
 */
async function buildNamed(names: string[]): Promise<Record<string, List>> {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const mark = crypto.randomUUID().slice(0, 8);
  const theme = await withClient(app.connection, async (client) => {
    // all made at the same moment: only the last tie-break orders equal names
    const insert = async (text: string, ...more: unknown[]) => {
      const result = await client.query<{ id: number }>(
        `with n as (select name, place from unnest($1::text[]) with ordinality as n(name, place)) ${text}`,
        [names, ...more],
      );
      return result.rows.map(({ id }) => id);
    };
    await insert(
      "insert into companies (name, description, created_at) select name, $2, 'epoch' from n returning id",
      mark,
    );
    await insert(
      "insert into workspaces (company_id, name, created_at) select $2, name, 'epoch' from n returning id",
      companyId,
    );
    const people = await insert(
      `insert into users (company_id, email, first_name, role, password_hash, created_at)
       select $2, lower(name) || place || '@' || $3 || '.example', name, 'agent', '', 'epoch' from n returning id`,
      companyId,
      mark,
    );
    const themes = await insert(
      `insert into themes (company_id, workspace_id, name, created_at) select $2, $3, name, 'epoch' from n returning id`,
      companyId,
      workspaceId,
    );
    const documents = await insert(
      "insert into documents (company_id, theme_id, name, created_at) select $2, $3, name, 'epoch' from n returning id",
      companyId,
      themes[0],
    );
    await client.query(
      `insert into document_versions (company_id, document_id, version, file_key, file_type, file_size, sha256)
       select $1, d, 1, d, 'txt', 1, d from unnest($2::int[]) d`,
      [companyId, documents],
    );
    await client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, mode, outcome, created_at)
       select $1, t, u, 'agent', 's', 'How?', 'extractive', 'answered', 'epoch' from unnest($2::int[], $3::int[]) as i(t, u)`,
      [companyId, themes, people],
    );
    return themes[0] ?? 0;
  });
  return {
    companies: {
      sort: "name",
      read: async (query) =>
        paged((await superAdmin.call(listCompanies, { ...query, search: mark })).body, (row) => row),
    },
    workspaces: {
      sort: "name",
      // in addition to the company's first
      read: async (query) => paged((await admin.call(listWorkspaces, query)).body, (row) => row),
    },
    themes: {
      sort: "name",
      read: async (query) => paged((await admin.call(listThemes, query)).body, (row) => row),
    },
    documents: {
      sort: "name",
      read: async (query) =>
        paged((await admin.call(listDocuments, { id: theme, ...query })).body, (row) => row),
    },
    users: {
      sort: "user",
      read: async (query) =>
        paged((await admin.call(listUsers, { ...query, search: mark })).body, (row) => ({
          id: row.id,
          name: `${row.firstName} ${row.lastName} ${row.email}`.trimStart(),
        })),
    },
    "interactions by theme": {
      sort: "theme",
      read: async (query) =>
        paged((await admin.call(listInteractions, query)).body, ({ chat_interactions: row }) => ({
          id: row.id,
          name: row.themeName,
        })),
    },
    "interactions by agent": {
      sort: "agent",
      read: async (query) =>
        paged((await admin.call(listInteractions, query)).body, ({ chat_interactions: row, user }) => ({
          id: row.id,
          name: user.email,
        })),
    },
  };
}

const looked = [
  "alpha",
  "Alpha",
  "Äpfel",
  "Branch 2",
  "Branch 10",
  "eclair",
  "École",
  "Évora",
  "zebra",
  "Željko",
  "Zeta",
];

test("upper and lower case sort together and accents with their letter, in every list", async () => {
  const lists = await buildNamed(looked.toReversed());
  const themes = await lists.themes?.read({ sort: "name", page: 1, pageSize: 50 });
  expect(themes?.rows.map(({ name }) => name)).toEqual(looked);
  for (const [things, { sort, read }] of Object.entries(lists)) {
    for (const [order, turn] of [
      [sort, 1],
      [`-${sort}`, -1],
    ] as const) {
      const names = (await read({ sort: order, page: 1, pageSize: 50 })).rows.map(({ name }) => name);
      expect(names.length, things).toBeGreaterThanOrEqual(looked.length);
      expect(names, `${things} by ${order}`).toEqual(
        names.toSorted((one, other) => turn * compareNames(one, other)),
      );
    }
  }
});

const name = fc
  .array(fc.constantFrom(..."aAäÄbBéÉßzŽ09 -.,(_łØ日".split("")), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(""));

test("a list by name, read page by page, holds every row once and in one order, even with equal names", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 24 }),
      fc.integer({ min: 2, max: 9 }),
      fc.constantFrom("", "-"),
      async (names, pageSize, direction) => {
        for (const [things, { sort, read }] of Object.entries(await buildNamed(names))) {
          const order = `${direction}${sort}`;
          const whole = await read({ sort: order, page: 1, pageSize: 200 });
          const rows: Named[] = [];
          for (let page = 1; rows.length < whole.total; page++) {
            const part = await read({ sort: order, page, pageSize });
            expect(part.rows.length, things).toBeGreaterThan(0);
            rows.push(...part.rows);
          }
          expect(rows, things).toEqual(whole.rows);
          expect(new Set(rows.map(({ id }) => id)).size, things).toBe(whole.total);
          expect(whole.total, things).toBeGreaterThanOrEqual(names.length);
          const turn = direction === "" ? 1 : -1;
          for (const [place, { name: other }] of rows.slice(1).entries())
            expect(turn * compareNames(rows[place]?.name ?? "", other), things).toBeLessThanOrEqual(0);
        }
      },
    ),
    { numRuns: 5 },
  );
});
