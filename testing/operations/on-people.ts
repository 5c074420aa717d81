import * as people from "#contract/identity/users.ts";
import * as contract from "#contract/identity/workspaces.ts";
import { rowsOf } from "../call.ts";
import { forAdmins, step, type Step } from "./step.ts";
import type { Operation } from "./vocabulary.ts";
import { at, exists, holds, holdsAll, idOf, type Person, type World } from "./world.ts";

type Of<Kind extends Operation["kind"]> = Extract<Operation, { kind: Kind }>;

const isFound = ({ email, firstName, lastName }: Person, search: string | undefined) =>
  holdsAll(`${email} ${firstName} ${lastName}`, search);

/** A stranger would list and create in the other company, which all sequences share. */
const ofThisCompany = (by: Of<"listUsers">["by"]) => (by === "stranger" ? "admin" : by);

export function createWorkspace(world: World, { by, name, isActive }: Of<"createWorkspace">): Step {
  const caller = ofThisCompany(by);
  return step(
    caller,
    contract.createWorkspace,
    { name, isActive },
    {
      status: forAdmins(world, caller, true, () => 201),
      learn: ({ id }) =>
        void world.workspaces.push({ id, name, isActive: isActive ?? true, isDeleted: false }),
    },
  );
}

export function updateWorkspace(
  world: World,
  { by, workspace, name, isActive }: Of<"updateWorkspace">,
): Step {
  const found = at(world.workspaces, workspace);
  return step(
    by,
    contract.updateWorkspace,
    { id: idOf(found), name, isActive },
    {
      status: forAdmins(world, by, exists(found)),
      learn() {
        if (found === undefined) return;
        found.name = name ?? found.name;
        found.isActive = isActive ?? found.isActive;
      },
    },
  );
}

export function deleteWorkspace(world: World, { by, workspace, force }: Of<"deleteWorkspace">): Step {
  const found = at(world.workspaces, workspace);
  const homed = world.themes.filter((theme) => exists(theme) && theme.home === found);
  const members = world.people.filter(
    (person) => found !== undefined && person.isActive && person.workspaces.has(found),
  );
  return step(
    by,
    contract.deleteWorkspace,
    { id: idOf(found), force: String(force) },
    {
      status: forAdmins(world, by, exists(found), () =>
        force || homed.length + members.length === 0 ? 200 : 409,
      ),
      learn() {
        if (found === undefined) return;
        found.isDeleted = true;
        for (const theme of homed) theme.isDeleted = true;
        for (const theme of world.themes) theme.workspaces.delete(found);
        for (const person of world.people) person.workspaces.delete(found);
      },
    },
  );
}

export function listWorkspaces(world: World, { by, search, sort }: Of<"listWorkspaces">): Step {
  const caller = ofThisCompany(by);
  return step(
    caller,
    contract.listWorkspaces,
    { search, sort },
    {
      status: forAdmins(world, caller, true),
      rows: world.workspaces
        .filter((workspace) => exists(workspace) && holds(workspace.name, search))
        .map(({ name }) => name),
      rowsOf: (body) => rowsOf(body).map(({ name }) => name),
    },
  );
}

export function inviteUser(world: World, { by, address, firstName, workspace }: Of<"inviteUser">): Step {
  const given = at(world.workspaces, workspace);
  const email = `invited-${address}@${world.number}.example.com`;
  const isKnown = world.people.some((person) => person.email === email);
  const input = { email, firstName, role: "agent" as const, workspaceId: idOf(given) };
  return step(by, people.inviteUser, input, {
    status: forAdmins(world, by, exists(given), () => (given?.isActive !== true ? 400 : isKnown ? 409 : 201)),
    learn({ id }) {
      if (given === undefined) return;
      const workspaces = new Set([given]);
      world.people.push({ id, email, firstName, lastName: "", role: "agent", isActive: true, workspaces });
    },
  });
}

export function updateUser(world: World, { by, person, firstName, isActive }: Of<"updateUser">): Step {
  const found = at(world.people, person);
  const isSelf = found === world.people[0];
  return step(
    by,
    people.updateUser,
    { id: idOf(found), firstName, isActive },
    {
      status: forAdmins(world, by, true, () => (isSelf && isActive === false ? 409 : 200)),
      learn() {
        if (found === undefined) return;
        found.firstName = firstName ?? found.firstName;
        found.isActive = isActive ?? found.isActive;
        if (found === world.people[1] && isActive === false) world.isAgentSignedIn = false;
      },
    },
  );
}

export function deactivateUser(world: World, { by, person }: Of<"deactivateUser">): Step {
  const found = at(world.people, person);
  return step(
    by,
    people.deactivateUser,
    { id: idOf(found) },
    {
      status: forAdmins(world, by, true, () => (found === world.people[0] ? 403 : 200)),
      learn() {
        if (found !== undefined) found.isActive = false;
        if (found === world.people[1]) world.isAgentSignedIn = false;
      },
    },
  );
}

export function listUsers(world: World, { by, search, sort }: Of<"listUsers">): Step {
  const caller = ofThisCompany(by);
  return step(
    caller,
    people.listUsers,
    { search, sort },
    {
      status: forAdmins(world, caller, true),
      rows: world.people.filter((person) => isFound(person, search)).map(({ email }) => email),
      rowsOf: (body) => rowsOf(body).map(({ email }) => email),
    },
  );
}
