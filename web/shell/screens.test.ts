import { expect, test } from "vitest";
import { publicScreens } from "#contract/kernel/public-screens.ts";
import { screens as addresses } from "#contract/api.ts";
import { can, permissionsOf, Role } from "#contract/kernel/permissions.ts";
import {
  destinationsFor,
  entriesFor,
  itemsFor,
  litFor,
  personalFor,
  screens,
  tabFor,
  type Screen,
} from "./screens.ts";

const roles = Role.options;
const all: readonly Screen[] = screens;
const opened = (role: Role, screen: Screen) => screen.permission === null || can(role, screen.permission);

/** Everything that a role's lists lead to, without the command menu. */
const listed = (role: Role) => [
  ...entriesFor(role),
  ...itemsFor(role).flatMap(({ items }) => items),
  ...personalFor(role),
];

test("every screen that a role may open lights something that the role's lists lead to", () => {
  const lost: string[] = [];
  for (const role of roles)
    for (const screen of all.filter((one) => opened(role, one))) {
      const lit = litFor(role, screen.path, screen.tab ?? "");
      const places = listed(role);
      const isLit =
        lit.item === null
          ? places.some(({ to }) => to === (lit.entry ?? lit.personal))
          : entriesFor(role).some(({ to }) => to === lit.entry) &&
            places.some(({ to, tab }) => to === lit.item?.to && tab === lit.item.tab);
      if (!isLit) lost.push(`${role} ${screen.path} ${screen.tab ?? ""}`);
    }
  expect(lost).toEqual([]);
});

test("every screen that a role may open is in one of the role's lists, unless it is a view of one that is", () => {
  for (const role of roles)
    for (const { path, tab, home } of all.filter((one) => opened(role, one)))
      if (!("of" in home))
        expect(
          listed(role).filter((place) => place.to === path && place.tab === tab),
          `${role} ${path} ${tab ?? ""}`,
        ).toHaveLength(1);
});

/** Before or beside the signed-in screens, or redirects to one of them. */
const elsewhere = [
  ...publicScreens,
  "/login",
  "/sign-on",
  "/change-password",
  "/second-factor",
  "/dashboard",
  "/reports-test",
  "/reports-new",
  "/reports-test-old",
  "/reports-simple",
];

test("every address that the server knows as a screen is in the table of screens", () => {
  const known = new Set<string>(all.map(({ path }) => path));
  expect(addresses.filter((path) => !known.has(path) && !elsewhere.includes(path))).toEqual([]);
});

test("no list leads a role to a screen that it may not open", () => {
  for (const role of roles)
    for (const { to, tab } of destinationsFor(role)) {
      const screen = all.find((one) => one.path === to && one.tab === tab);
      expect(screen !== undefined && opened(role, screen), `${role} ${to} ${tab ?? ""}`).toBe(true);
    }
});

test("the command menu has what the lists have and nothing else", () => {
  for (const role of roles) expect(destinationsFor(role)).toEqual(listed(role));
});

test("the navigation has the specified entries and no others", () => {
  const labels = (role: Role) => entriesFor(role).map(({ label }) => label);
  expect(labels("super_admin")).toEqual([
    "Companies",
    "Workspaces",
    "Themes",
    "Agent Workbench",
    "Admin",
    "Reports",
    "Help",
  ]);
  expect(labels("workspace_admin")).toEqual([
    "Workspaces",
    "Themes",
    "Agent Workbench",
    "Admin",
    "Reports",
    "Help",
  ]);
  expect(labels("agent")).toEqual(["Agent Workbench", "Help"]);
});

test("the specified tabs are the first items of their groups", () => {
  const first = Object.fromEntries(
    itemsFor("super_admin").map(({ group, items }) => [group, items[0]?.label]),
  );
  expect(first).toMatchObject({
    Answers: "Chat Interactions",
    People: "User Management",
    Installation: "Leads",
  });
});

test("each role sees its part of Admin's list, and nobody without the Admin entry sees any", () => {
  const groupsOf = (role: Role) => itemsFor(role).map(({ group }) => group);
  expect(groupsOf("super_admin")).toEqual(["Answers", "People", "Record", "Installation"]);
  expect(itemsFor("workspace_admin").flatMap(({ items }) => items.map(({ label }) => label))).not.toContain(
    "Leads",
  );
  for (const role of roles)
    if (!permissionsOf[role].includes("user:list")) expect(itemsFor(role)).toEqual([]);
});

test("an address with an unknown tab, or one the role may not open, shows User Management", () => {
  expect(tabFor("workspace_admin", "nothing").tab).toBe("users");
  expect(tabFor("workspace_admin", "leads").tab).toBe("users");
  expect(tabFor("super_admin", "leads").tab).toBe("leads");
  for (const former of ["reviews", "desk"])
    expect(tabFor("workspace_admin", former).tab).toBe("interactions");
});
