import type { Workspace } from "#contract/identity/workspaces.ts";
import type { WorkspaceRow } from "./shared-store.ts";

export function presentWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    companyId: row.company_id,
    companyName: row.company_name,
    isActive: row.is_active,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}
