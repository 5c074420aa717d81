import type { Role } from "#contract/permissions.ts";

type Entry = { label: string; to: string; roles: Role[] };

/** Entries of the navigation and who sees them (spec/1, section 2; workspace admins manage their own workspaces, spec/3). */
export const entries: Entry[] = [
  { label: "Companies", to: "/companies", roles: ["super_admin"] },
  { label: "Workspaces", to: "/workspaces", roles: ["super_admin", "workspace_admin"] },
  { label: "Themes", to: "/themes", roles: ["super_admin", "workspace_admin"] },
  { label: "Agent Workbench", to: "/agent-workbench", roles: ["super_admin", "workspace_admin", "agent"] },
  { label: "Admin", to: "/admin", roles: ["super_admin", "workspace_admin"] },
  { label: "Reports", to: "/reports", roles: ["super_admin", "workspace_admin"] },
  { label: "Help", to: "/help", roles: ["super_admin", "workspace_admin", "agent"] },
];
