import type { Role } from "#contract/permissions.ts";

/** Roles as people read them. */
export const roleNames: Record<Role, string> = {
  super_admin: "Super Admin",
  workspace_admin: "Workspace Admin",
  agent: "Agent",
  examiner: "Examiner",
};
