import type { lazyRouteComponent } from "@tanstack/react-router";
import { can, type Permission, type Role } from "#contract/kernel/permissions.ts";

/** The groups of Admin's list, in its order. */
export const groups = ["Answers", "People", "Record", "Installation"] as const;
type Group = (typeof groups)[number];

/** Where a screen is found, and what lights while it is open. */
type Home =
  /** An entry of the navigation. */
  | { entry: string }
  /** An item of Admin's list. */
  | { group: Group; item: string }
  /** A line under the person's name. */
  | { personal: string }
  /** Another view of the screen at this path. */
  | { of: `/${string}` };

export type Screen = {
  path: `/${string}`;
  /** The value of `tab` that opens it; screens with one share the path. */
  tab?: string;
  /** null: open to every signed-in user. */
  permission: Permission | null;
  home: Home;
  /** People work here in a company, so a deleted one has nothing here. */
  isForWork?: true;
  /** Absent for Admin itself, which shows the screen of its `tab`. */
  load?: Parameters<typeof lazyRouteComponent>[0];
};

/** The screens behind the sign-in, in the order of the navigation and of Admin's list (docs/specification/access.md). */
export const screens = [
  {
    path: "/companies",
    permission: "company:create",
    home: { entry: "Companies" },
    load: () => import("#web/identity/companies/companies.tsx"),
  },
  {
    path: "/workspaces",
    permission: "workspace:edit",
    home: { entry: "Workspaces" },
    isForWork: true,
    load: () => import("#web/identity/workspaces/workspaces.tsx"),
  },
  {
    path: "/themes",
    permission: "theme:edit",
    home: { entry: "Themes" },
    isForWork: true,
    load: () => import("#web/answering/answers/themes-screen.tsx"),
  },
  {
    path: "/ask-as",
    permission: "user:see-as",
    home: { of: "/themes" },
    isForWork: true,
    load: () => import("#web/answering/ask-as/ask-as.tsx"),
  },
  {
    path: "/agent-workbench",
    permission: "theme:ask",
    home: { entry: "Agent Workbench" },
    isForWork: true,
    load: () => import("#web/answering/answers/workbench.tsx"),
  },
  { path: "/admin", permission: "user:list", home: { entry: "Admin" } },
  {
    path: "/admin",
    tab: "interactions",
    permission: "interaction:list",
    home: { group: "Answers", item: "Chat Interactions" },
    load: () => import("#web/answering/interactions/questions.tsx"),
  },
  {
    path: "/admin",
    tab: "approved",
    permission: "approved-answer:list",
    home: { group: "Answers", item: "Approved Answers" },
    load: () => import("#web/answering/approved-answers/approved-answers.tsx"),
  },
  {
    path: "/admin",
    tab: "users",
    permission: "user:list",
    home: { group: "People", item: "User Management" },
    load: () => import("#web/identity/users/users.tsx"),
  },
  {
    path: "/admin",
    tab: "members",
    permission: "user:list",
    home: { group: "People", item: "Workspace Members" },
    load: () => import("#web/identity/users/members.tsx"),
  },
  {
    path: "/admin",
    tab: "sign-on",
    permission: "sign-on:edit",
    home: { group: "People", item: "Sign-on" },
    load: () => import("#web/identity/sign-on/sign-on.tsx"),
  },
  {
    path: "/record",
    permission: "record:read",
    home: { group: "Record", item: "Record" },
    load: () => import("#web/evidence/record/record.tsx"),
  },
  {
    path: "/hand-over",
    permission: "record:read",
    home: { group: "Record", item: "Hand Over" },
    load: () => import("#web/evidence/record/hand-over-screen.tsx"),
  },
  {
    path: "/examiners",
    permission: "examiner:edit",
    home: { group: "Record", item: "Examiners" },
    load: () => import("#web/evidence/examinations/examiners.tsx"),
  },
  {
    path: "/retention",
    permission: "record:read",
    home: { group: "Record", item: "Retention" },
    load: () => import("#web/evidence/retention/retention.tsx"),
  },
  {
    path: "/proof",
    permission: "record:read",
    home: { group: "Record", item: "Proof" },
    load: () => import("#web/evidence/record/proof.tsx"),
  },
  {
    path: "/look-back",
    permission: "interaction:list",
    home: { group: "Record", item: "Look Back" },
    load: () => import("#web/evidence/record/look-back-screen.tsx"),
  },
  {
    path: "/admin",
    tab: "leads",
    permission: "lead:list",
    home: { group: "Installation", item: "Leads" },
    load: () => import("#web/operation/leads/leads.tsx"),
  },
  {
    path: "/admin",
    tab: "models",
    permission: "company:edit",
    home: { group: "Installation", item: "Models" },
    load: () => import("#web/models/models/models.tsx"),
  },
  {
    path: "/admin",
    tab: "connections",
    permission: "key:list",
    home: { group: "Installation", item: "Connections" },
    load: () => import("#web/identity/api-keys/connections.tsx"),
  },
  {
    path: "/operation",
    permission: "operation:read",
    home: { group: "Installation", item: "Operation" },
    load: () => import("#web/operation/operation/operation.tsx"),
  },
  {
    path: "/examination",
    permission: "examination:read",
    home: { entry: "Examination" },
    load: () => import("#web/evidence/examinations/examination.tsx"),
  },
  {
    path: "/reports",
    permission: "report:read",
    home: { entry: "Reports" },
    load: () => import("#web/answering/reports/reports.tsx"),
  },
  {
    path: "/reports-working",
    permission: "report:read",
    home: { of: "/reports" },
    load: () => import("#web/answering/reports/reports-working.tsx"),
  },
  {
    path: "/help",
    permission: "help:read",
    home: { entry: "Help" },
    isForWork: true,
    load: () => import("#web/operation/help/help.tsx"),
  },
  {
    path: "/account",
    permission: null,
    home: { personal: "Your account" },
    load: () => import("#web/identity/sessions/account.tsx"),
  },
  {
    path: "/questionnaires",
    permission: "theme:ask",
    home: { personal: "Questionnaires" },
    isForWork: true,
    load: () => import("#web/answering/questionnaires/questionnaires.tsx"),
  },
  {
    path: "/expert",
    permission: "history:read",
    home: { personal: "Questions to you" },
    load: () => import("#web/answering/desk/expert-screen.tsx"),
  },
] as const satisfies readonly Screen[];

/** The screens with an address of their own. */
export const routed = screens.filter((screen) => !("tab" in screen));

const adminPath = "/admin";

/** A place that a list leads to. */
export type Destination = { to: string; tab: string | undefined; label: string };

const mayOpen = (role: Role, { permission }: Screen) => permission === null || can(role, permission);

const destination = ({ path, tab }: Screen, label: string): Destination => ({ to: path, tab, label });

/** The navigation's entries for a role. */
export function entriesFor(role: Role): Destination[] {
  return screens.flatMap((screen: Screen) =>
    "entry" in screen.home && mayOpen(role, screen) ? [destination(screen, screen.home.entry)] : [],
  );
}

/** Admin's list for a role; empty for one that has no Admin. */
export function itemsFor(role: Role): { group: Group; items: Destination[] }[] {
  if (!entriesFor(role).some(({ to }) => to === adminPath)) return [];
  return groups.flatMap((group) => {
    const items = screens.flatMap((screen: Screen) =>
      "group" in screen.home && screen.home.group === group && mayOpen(role, screen)
        ? [destination(screen, screen.home.item)]
        : [],
    );
    return items.length === 0 ? [] : [{ group, items }];
  });
}

/** The lines under the person's name. */
export function personalFor(role: Role): Destination[] {
  return screens.flatMap((screen: Screen) =>
    "personal" in screen.home && mayOpen(role, screen) ? [destination(screen, screen.home.personal)] : [],
  );
}

/** The command menu's screens for a role: what its lists lead to. */
export function destinationsFor(role: Role): Destination[] {
  return [...entriesFor(role), ...itemsFor(role).flatMap(({ items }) => items), ...personalFor(role)];
}

/** Admin's screen for the `tab` of an address; the first specified one for another name, or where the role may not open it. */
export function tabFor(role: Role, tab: string): Screen & { tab: string; home: { item: string } } {
  const named = formerTabs.get(tab) ?? tab;
  const tabs = screens.filter((screen) => "tab" in screen);
  const users = tabs.find((screen) => screen.tab === "users");
  const found = tabs.find((screen) => screen.tab === named && mayOpen(role, screen)) ?? users;
  if (found === undefined) throw new Error("Admin has no User Management");
  return found;
}

/** Addresses that links of earlier versions still have. */
const formerTabs = new Map([
  ["reviews", "interactions"],
  ["desk", "interactions"],
]);

/** What lights for an address: an entry of the navigation, an item of Admin's list, a line under the person's name. */
export function litFor(
  role: Role,
  pathname: string,
  tab: string,
): { entry: string | null; item: Destination | null; personal: string | null } {
  const screen: Screen | undefined =
    pathname === adminPath ? tabFor(role, tab) : screens.find(({ path }) => path === pathname);
  if (screen === undefined) return { entry: null, item: null, personal: null };
  const { home } = screen;
  return {
    entry: "group" in home ? adminPath : "entry" in home ? screen.path : "of" in home ? home.of : null,
    item: "group" in home ? destination(screen, home.item) : null,
    personal: "personal" in home ? screen.path : null,
  };
}
