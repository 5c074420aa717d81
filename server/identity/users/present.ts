import type { User } from "#contract/identity/users.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import type { UserRow } from "./shared-store.ts";

export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role as Role,
    companyId: row.company_id,
    companyName: row.company_name,
    workspaceId: row.workspaces.find((workspace) => workspace.primary)?.id ?? null,
    workspaceIds: row.workspaces.map((workspace) => workspace.id),
    workspaceNames: row.workspaces.map((workspace) => workspace.name),
    isActive: row.is_active,
    version: row.version,
    mustChangePassword: row.must_change_password,
    hasTempPassword: row.has_temp_password,
    tempPassword: null,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    hasAcceptedTerms: row.has_accepted_terms,
    hasAcceptedPrivacy: row.has_accepted_privacy,
    hasSecondFactor: row.has_second_factor,
  };
}
