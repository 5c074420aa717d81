import { invalid } from "#server/platform/errors.ts";
import type { WorkspaceRow } from "./shared-store.ts";

/**
 * No people or themes are added to a workspace that is switched off; existing ones (`except`) stay.
 * @throws AppError invalid at `field`
 */
export function requireActive(workspaces: WorkspaceRow[], field: string, except: number[] = []): void {
  const closed = workspaces.find(({ id, is_active }) => !is_active && !except.includes(id));
  if (closed !== undefined)
    throw invalid(field, `The workspace '${closed.name}' is inactive. Choose an active one.`);
}
