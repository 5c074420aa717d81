import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  getWorkspaceStats,
  listWorkspaces,
  updateWorkspace,
  type Workspace,
} from "#contract/identity/workspaces.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

type WorkspaceFilters = Request<typeof listWorkspaces> & { page: number };

/** One page of workspaces; the current one stays visible while the next loads. */
export const workspacesQuery = (filters: WorkspaceFilters) =>
  queryOptions({
    queryKey: ["workspaces", "page", filters],
    queryFn: async ({ signal }) => pageOf(await callApi(listWorkspaces, filters, signal)),
    placeholderData: keepPreviousData,
    // reopening a screen shows colleagues' additions
    staleTime: 0,
  });

export const workspaceQuery = (id: number) =>
  queryOptions({
    queryKey: ["workspaces", "one", id],
    queryFn: ({ signal }) => callApi(getWorkspace, { id }, signal),
  });

/** Active workspaces to choose from; across all companies each names its company. */
export const workspaceSource = (
  companyId: number | undefined,
  {
    withoutTheme,
    spansCompanies = false,
    withInactive = false,
  }: { withoutTheme?: number; spansCompanies?: boolean; withInactive?: boolean } = {},
): Source<Workspace> => ({
  key: ["workspaces", "of", companyId ?? "all", withoutTheme ?? "any", withInactive ? "all" : "active"],
  find: async (search, signal) => {
    const page = { search, sort: "name", page: 1, pageSize: mostOptions };
    const which = { companyId, withoutTheme, ...(withInactive ? {} : { isActive: "true" }) };
    return pageOf(await callApi(listWorkspaces, { ...which, ...page }, signal));
  },
  labelOf: spansCompanies ? workspaceAndCompany : workspaceName,
  failure: "Failed to fetch workspaces",
});

export const workspaceName = ({ name }: Workspace) => name;
export const workspaceAndCompany = ({ name, companyName }: Workspace) => `${companyName} · ${name}`;

/** Members and themes are changed on other screens: refetched whenever the card is shown. */
export const workspaceStatsQuery = (id: number) =>
  queryOptions({
    queryKey: ["workspace-stats", id],
    queryFn: ({ signal }) => callApi(getWorkspaceStats, { id }, signal),
    staleTime: 0,
  });

// company cards count workspaces, user tables name them, and closing a workspace closes its themes
const stale = [["workspaces"], ["companies"], ["users"], ["themes"], ["theme-workspaces"]];

export const useSaveWorkspace = () =>
  useInvalidatingMutation(
    ({ opened, ...values }: Request<typeof createWorkspace> & { opened: Workspace | null }) => {
      if (opened === null) return callApi(createWorkspace, values);
      const { id, version } = opened;
      return saveTouched({ version, values: opened }, values, (change) =>
        callApi(updateWorkspace, { id, ...change }),
      );
    },
    stale,
  );

export const useDeleteWorkspace = () =>
  useInvalidatingMutation(
    ({ id, force }: { id: number; force: boolean }) => callApi(deleteWorkspace, { id, force: String(force) }),
    stale,
  );
