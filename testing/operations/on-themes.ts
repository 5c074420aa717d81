import * as contract from "#contract/knowledge/themes.ts";
import { rowsOf } from "../call.ts";
import { forAdmins, step, type Step } from "./step.ts";
import type { Operation } from "./vocabulary.ts";
import { at, exists, holds, idOf, isWithinReach, type Theme, type World } from "./world.ts";

type Of<Kind extends Operation["kind"]> = Extract<Operation, { kind: Kind }>;

export function createTheme(
  world: World,
  { by, name, purpose, isActive, workspace }: Of<"createTheme">,
): Step {
  const named = workspace === undefined ? world.workspaces[0] : at(world.workspaces, workspace);
  const status = forAdmins(world, by, exists(named), () => (named?.isActive === true ? 201 : 400));
  const input = { name, purpose, isActive, workspaceId: idOf(named) };
  return step(by, contract.createTheme, input, {
    status,
    learn({ id }) {
      if (named === undefined) throw new Error("a theme needs a workspace");
      world.themes.push({
        id,
        name,
        purpose,
        home: named,
        isOn: isActive ?? true,
        isDeleted: false,
        agents: new Set(),
        workspaces: new Set(),
        documents: [],
      });
    },
  });
}

export function updateTheme(world: World, { by, theme, name, isActive, workspace }: Of<"updateTheme">): Step {
  const found = at(world.themes, theme);
  const home = workspace === undefined ? undefined : at(world.workspaces, workspace);
  const moves = home !== undefined && home !== found?.home;
  const status = forAdmins(world, by, exists(found), () =>
    !moves ? 200 : !exists(home) ? 404 : home.isActive ? 200 : 400,
  );
  const input = { id: idOf(found), name, isActive, workspaceId: home?.id };
  return step(by, contract.updateTheme, input, {
    status,
    learn() {
      if (found === undefined) return;
      found.name = name ?? found.name;
      found.isOn = isActive ?? found.isOn;
      found.home = home ?? found.home;
    },
  });
}

export function deleteTheme(world: World, { by, theme }: Of<"deleteTheme">): Step {
  const found = at(world.themes, theme);
  return step(
    by,
    contract.deleteTheme,
    { id: idOf(found) },
    {
      status: forAdmins(world, by, exists(found)),
      learn() {
        if (found !== undefined) found.isDeleted = true;
      },
    },
  );
}

/** Whether a person of the company finds a theme; 401 once the agent's session has ended. */
function statusOfReading(world: World, by: Of<"getTheme">["by"], found: Theme | undefined): number {
  if (by === "agent" && !world.isAgentSignedIn) return 401;
  if (by === "stranger" || !exists(found)) return 404;
  return by === "agent" && !isWithinReach(found, world.people[1]) ? 404 : 200;
}

export function getTheme(world: World, { by, theme }: Of<"getTheme">): Step {
  const found = at(world.themes, theme);
  return step(
    by,
    contract.getTheme,
    { id: idOf(found) },
    {
      status: statusOfReading(world, by, found),
      rows: [found?.name ?? ""],
      rowsOf: ({ name }) => [name],
    },
  );
}

export function listThemes(world: World, { by, search, sort }: Of<"listThemes">): Step {
  // a stranger's own list is that of the library's company
  const caller = by === "stranger" ? "admin" : by;
  const seen = world.themes.filter((theme) =>
    caller === "agent" ? isWithinReach(theme, world.people[1]) : !theme.isDeleted,
  );
  return step(
    caller,
    contract.listThemes,
    { search, sort },
    {
      status: caller === "agent" && !world.isAgentSignedIn ? 401 : 200,
      rows: seen.filter(({ name, purpose }) => holds(`${name} ${purpose}`, search)).map(({ name }) => name),
      rowsOf: (body) => rowsOf(body).map(({ name }) => name),
    },
  );
}

export function assignThemeAgent(world: World, { by, theme, person }: Of<"assignThemeAgent">): Step {
  const [found, user] = [at(world.themes, theme), at(world.people, person)];
  return step(
    by,
    contract.assignThemeAgent,
    { id: idOf(found), userId: idOf(user) },
    {
      status: forAdmins(world, by, exists(found), () => (user?.role === "agent" ? 201 : 400)),
      learn() {
        if (user !== undefined) found?.agents.add(user);
      },
    },
  );
}

export function removeThemeAgent(world: World, { by, theme, person }: Of<"removeThemeAgent">): Step {
  const [found, user] = [at(world.themes, theme), at(world.people, person)];
  const isAssigned = exists(found) && user !== undefined && found.agents.has(user);
  return step(
    by,
    contract.removeThemeAgent,
    { id: idOf(found), userId: idOf(user) },
    {
      status: forAdmins(world, by, isAssigned),
      learn() {
        if (user !== undefined) found?.agents.delete(user);
      },
    },
  );
}

export function listThemeAgents(world: World, { by, theme }: Of<"listThemeAgents">): Step {
  const found = at(world.themes, theme);
  return step(
    by,
    contract.listThemeAgents,
    { id: idOf(found) },
    {
      status: forAdmins(world, by, exists(found)),
      rows: [...(found?.agents ?? [])].map(({ id }) => String(id)),
      rowsOf: (body) => body.map(({ userId }) => String(userId)),
    },
  );
}

export function assignThemeWorkspace(
  world: World,
  { by, theme, workspace }: Of<"assignThemeWorkspace">,
): Step {
  const [found, given] = [at(world.themes, theme), at(world.workspaces, workspace)];
  return step(
    by,
    contract.assignThemeWorkspace,
    { id: idOf(found), workspaceId: idOf(given) },
    {
      status: forAdmins(world, by, exists(found) && exists(given), () =>
        given?.isActive === true ? 201 : 400,
      ),
      learn() {
        if (given !== undefined) found?.workspaces.add(given);
      },
    },
  );
}

export function removeThemeWorkspace(
  world: World,
  { by, theme, workspace }: Of<"removeThemeWorkspace">,
): Step {
  const [found, given] = [at(world.themes, theme), at(world.workspaces, workspace)];
  const isAssigned = exists(found) && given !== undefined && found.workspaces.has(given);
  return step(
    by,
    contract.removeThemeWorkspace,
    { id: idOf(found), workspaceId: idOf(given) },
    {
      status: forAdmins(world, by, isAssigned),
      learn() {
        if (given !== undefined) found?.workspaces.delete(given);
      },
    },
  );
}

export function listThemeWorkspaces(world: World, { by, theme }: Of<"listThemeWorkspaces">): Step {
  const found = at(world.themes, theme);
  return step(
    by,
    contract.listThemeWorkspaces,
    { id: idOf(found) },
    {
      status: forAdmins(world, by, exists(found)),
      rows: [...(found?.workspaces ?? [])].map(({ name }) => name),
      rowsOf: (body) => body.map(({ name }) => name),
    },
  );
}
