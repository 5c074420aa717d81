import type { lazyRouteComponent } from "@tanstack/react-router";
import { can } from "#contract/kernel/permissions.ts";
import type { Permission, Role } from "#contract/kernel/permissions.ts";

type Screen = {
  path: `/${string}`;
  /** null: open to every signed-in user. */
  permission: Permission | null;
  /** Its navigation entry, if any. */
  entry?: string;
  /** Its name in the command menu, if it has no navigation entry. */
  command?: string;
  /** People work here in a company, so a deleted one has nothing here. */
  isForWork?: true;
  load: Parameters<typeof lazyRouteComponent>[0];
};

/** The screens behind the sign-in, in the order of the navigation (docs/specification/access.md). */
export const screens = [
  {
    path: "/companies",
    permission: "company:create",
    entry: "Companies",
    load: () => import("#web/identity/companies/companies.tsx"),
  },
  {
    path: "/workspaces",
    permission: "workspace:edit",
    entry: "Workspaces",
    isForWork: true,
    load: () => import("#web/identity/workspaces/workspaces.tsx"),
  },
  {
    path: "/themes",
    permission: "theme:edit",
    entry: "Themes",
    isForWork: true,
    load: () => import("#web/answering/answers/themes-screen.tsx"),
  },
  {
    path: "/agent-workbench",
    permission: "theme:ask",
    entry: "Agent Workbench",
    isForWork: true,
    load: () => import("#web/answering/answers/workbench.tsx"),
  },
  {
    path: "/admin",
    permission: "user:list",
    entry: "Admin",
    load: () => import("#web/operation/admin/admin.tsx"),
  },
  { path: "/proof", permission: "record:read", load: () => import("#web/evidence/record/proof.tsx") },
  {
    path: "/record",
    permission: "record:read",
    command: "Record",
    load: () => import("#web/evidence/record/record.tsx"),
  },
  {
    path: "/look-back",
    permission: "interaction:list",
    load: () => import("#web/knowledge/look-back/look-back.tsx"),
  },
  {
    path: "/examiners",
    permission: "examiner:edit",
    command: "Examiners",
    load: () => import("#web/evidence/examinations/examiners.tsx"),
  },
  {
    path: "/examination",
    permission: "examination:read",
    entry: "Examination",
    load: () => import("#web/evidence/examinations/examination.tsx"),
  },
  {
    path: "/operation",
    permission: "operation:read",
    command: "Operation",
    load: () => import("#web/operation/operation/operation.tsx"),
  },
  {
    path: "/retention",
    permission: "record:read",
    command: "Retention",
    load: () => import("#web/evidence/retention/retention.tsx"),
  },
  {
    path: "/expert",
    permission: "history:read",
    load: () => import("#web/answering/desk/expert-screen.tsx"),
  },
  {
    path: "/reports",
    permission: "report:read",
    entry: "Reports",
    load: () => import("#web/answering/reports/reports.tsx"),
  },
  {
    path: "/reports-working",
    permission: "report:read",
    load: () => import("#web/answering/reports/reports-working.tsx"),
  },
  {
    path: "/help",
    permission: "help:read",
    entry: "Help",
    isForWork: true,
    load: () => import("#web/operation/help/help.tsx"),
  },
  {
    path: "/account",
    permission: null,
    command: "Your account",
    load: () => import("#web/identity/sessions/account.tsx"),
  },
] as const satisfies readonly Screen[];

/** The navigation's entries for a role. */
export function entriesFor(role: Role): { to: string; label: string }[] {
  return screens.flatMap((screen) =>
    "entry" in screen && can(role, screen.permission) ? [{ to: screen.path, label: screen.entry }] : [],
  );
}

/** The command menu's screens for a role: the navigation's first. */
export function destinationsFor(role: Role): { to: string; label: string }[] {
  const others = screens.flatMap((screen) =>
    "command" in screen && (screen.permission === null || can(role, screen.permission))
      ? [{ to: screen.path, label: screen.command }]
      : [],
  );
  return [...entriesFor(role), ...others];
}
