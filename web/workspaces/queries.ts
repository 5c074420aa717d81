import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/endpoint.ts";
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspaceStats,
  listWorkspaces,
  updateWorkspace,
} from "#contract/workspaces.ts";
import { callApi } from "../api.ts";
import { useChange } from "../ui/change.ts";

export const workspacesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["workspaces", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listWorkspaces, { companyId }, signal),
  });

/** Members and themes come and go on other screens: asked anew whenever the card is shown. */
export const workspaceStatsQuery = (id: number) =>
  queryOptions({
    queryKey: ["workspace-stats", id],
    queryFn: ({ signal }) => callApi(getWorkspaceStats, { id }, signal),
    staleTime: 0,
  });

// cards of companies count workspaces, tables of users name them
const stale = [["workspaces"], ["companies"], ["users"]];

export const useSaveWorkspace = () =>
  useChange(({ id, ...body }: Request<typeof createWorkspace> & { id?: number }) => {
    return id === undefined ? callApi(createWorkspace, body) : callApi(updateWorkspace, { id, ...body });
  }, stale);

export const useDeleteWorkspace = () =>
  useChange(
    ({ id, force }: { id: number; force: boolean }) => callApi(deleteWorkspace, { id, force: String(force) }),
    [...stale, ["themes"]],
  );
