import type { Role } from "#contract/kernel/permissions.ts";

/** Display names of roles. */
export const roleNames: Record<Role, string> = {
  super_admin: "Super Admin",
  workspace_admin: "Workspace Admin",
  agent: "Agent",
  examiner: "Examiner",
};
