import { afterAll, beforeAll, expect, test } from "vitest";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  getTheme,
  listThemeAgents,
  listThemes,
  removeThemeAgent,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { listUsers, type User } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { withClient } from "#server/platform/database/client.ts";
import { createWorkspace, updateWorkspace } from "#contract/identity/workspaces.ts";
import { buildPerson } from "#testing/build.ts";
import { buildEmptyTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/**
 * A theme and 1,200 agents of its workspace, every hundredth of them with access to the theme, and a deactivated one.
 */
async function buildCrowd() {
  const place = await buildEmptyTheme(app, "Fees");
  const { companyId, workspaceId, theme } = place;
  await withClient(app.connection, async (client) => {
    await client.query(
      `with people as (
         insert into users (company_id, email, first_name, last_name, role, password_hash, is_active)
         select $1::int, 'crowd' || n || '@c' || $1::int || '.example', 'Person', lpad(n::text, 4, '0'), 'agent', '', n > 0
         from generate_series(0, 1200) n returning id, last_name
       ), members as (
         insert into memberships (company_id, user_id, workspace_id, is_primary) select $1, id, $2, true from people
       ) insert into theme_agents (company_id, theme_id, user_id)
         select $1, $3, id from people where last_name like '%00' and last_name <> '0000'`,
      [companyId, workspaceId, theme.id],
    );
  });
  return place;
}

test("of 1,200 agents, those with access come first, and toggling between pages loses and repeats nobody", async () => {
  const { admin, agent, companyId, workspaceId, theme } = await buildCrowd();
  const toggled = new Set<number>();
  const page = async (number: number, search?: string): Promise<{ rows: User[]; total: number }> => {
    const { body } = await admin.call(listUsers, {
      ...{ role: "agent", companyId, workspaceId, isActive: "true", sort: "user", search },
      ...{ assignedFirst: theme.id, toggled: [...toggled].join(",") || undefined },
      ...{ page: number, pageSize: 50 },
    });
    if (Array.isArray(body)) throw new Error("a page was asked for");
    return body;
  };
  const toggle = async (person: User | undefined, assign: boolean) => {
    if (person === undefined) throw new Error("nobody is there");
    const change = assign ? assignThemeAgent : removeThemeAgent;
    expect((await admin.call(change, { id: theme.id, userId: person.id })).status).toBe(assign ? 201 : 200);
    toggled.add(person.id);
  };

  const first = await page(1);
  // the company's own agent is one more
  expect(first.total).toBe(1201);
  const assigned = Array.from({ length: 12 }, (_, n) => String((n + 1) * 100).padStart(4, "0"));
  expect(first.rows.slice(0, 12).map(({ lastName }) => lastName)).toEqual(assigned);
  expect(first.rows.slice(12, 15).map(({ lastName }) => lastName)).toEqual(["0001", "0002", "0003"]);

  const rows: User[] = [...first.rows];
  await toggle(rows[0], false);
  await toggle(rows[20], true);
  expect((await page(1)).rows).toEqual(first.rows);
  for (let number = 2; rows.length < first.total; number++) {
    const next = await page(number);
    await toggle(next.rows[0], true);
    rows.push(...next.rows);
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1201);
  expect(rows.map(({ id }) => id)).toContain(agent.id);
  expect((await page(1, "Person 0777")).rows.map(({ lastName }) => lastName)).toEqual(["0777"]);
  expect((await page(1, "Person 0000")).total).toBe(0);

  // opened again, the order is current
  toggled.clear();
  const ids = new Set((await admin.call(listThemeAgents, { id: theme.id })).body.map(({ userId }) => userId));
  const again = await page(1);
  expect(ids.size).toBe(36);
  expect(again.rows.map(({ id }) => ids.has(id))).toEqual(again.rows.map((_, index) => index < ids.size));
});

test("another company's theme does not change the order, and a list of ids accepts only ids", async () => {
  const own = await buildEmptyTheme(app, "Fees");
  const foreign = await buildEmptyTheme(app, "Theirs");
  const { admin, agent } = own;
  const first = async (assignedFirst: number) => {
    const { body } = await admin.call(listUsers, { assignedFirst, sort: "-createdAt", page: 1 });
    return Array.isArray(body) ? undefined : body.rows[0]?.id;
  };
  const newest = await first(foreign.theme.id);
  await admin.call(assignThemeAgent, { id: own.theme.id, userId: agent.id });
  expect(await first(own.theme.id)).toBe(agent.id);
  expect(await first(foreign.theme.id)).toBe(newest);
  for (const toggled of ["1,x", "1,", "0", "99999999999"]) {
    const refused = await admin.call(listUsers, { assignedFirst: own.theme.id, toggled });
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toHaveProperty("toggled");
  }
});

test("an agent can read a theme's purpose but not its model instructions", async () => {
  const { admin, agent, theme } = await buildEmptyTheme(app, "Returns");
  await admin.call(updateTheme, {
    id: theme.id,
    purpose: "Returns of goods",
    guidingInstructions: "Be brief",
  });
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  expect((await agent.call(getTheme, { id: theme.id })).body).toMatchObject({
    purpose: "Returns of goods",
    guidingInstructions: "",
  });
  expect((await agent.call(listThemes, {})).text).not.toContain("Be brief");
  expect((await admin.call(getTheme, { id: theme.id })).body.guidingInstructions).toBe("Be brief");
});

test("the people of a theme are listed with why they can ask it, and each of them can or can't", async () => {
  const { admin, companyId, workspaceId, theme } = await buildEmptyTheme(app, "Access");
  const { body: care } = await admin.call(createWorkspace, { name: "Customer Care" });
  const { body: closed } = await admin.call(createWorkspace, { name: "Closed" });
  const agent = (...workspaceIds: number[]) => buildPerson(app, { role: "agent", companyId, workspaceIds });
  const people = {
    "of the home workspace alone": await agent(workspaceId),
    "through a workspace": await agent(care.id),
    "by name": await agent(workspaceId),
    "by name and through a workspace": await agent(care.id),
    "through a workspace that is closed now": await agent(workspaceId, closed.id),
  };
  for (const { id } of [care, closed])
    await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: id });
  for (const name of ["by name", "by name and through a workspace"] as const)
    await admin.call(assignThemeAgent, { id: theme.id, userId: people[name].id });
  await admin.call(updateWorkspace, { id: closed.id, isActive: false });
  const { body } = await admin.call(listUsers, { companyId, ofTheme: theme.id });
  const listed = Array.isArray(body) ? body : body.rows;
  for (const [why, person] of Object.entries(people)) {
    const access = listed.find(({ id }) => id === person.id)?.access;
    expect(access, why).toEqual({
      isByName: why.startsWith("by name"),
      throughWorkspaces: why.endsWith("through a workspace") ? [{ id: care.id, name: "Customer Care" }] : [],
      isAdministrator: false,
    });
    const { body: themes } = await person.call(listThemes, {});
    const canAsk = (Array.isArray(themes) ? themes : themes.rows).some(({ id }) => id === theme.id);
    expect(canAsk, why).toBe(access?.isByName === true || access?.throughWorkspaces.length === 1);
  }
  expect(listed.find(({ id }) => id === admin.id)?.access).toMatchObject({ isAdministrator: true });
});
