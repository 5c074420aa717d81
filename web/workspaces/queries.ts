import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/endpoint.ts";
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  getWorkspaceStats,
  listWorkspaces,
  updateWorkspace,
} from "#contract/workspaces.ts";
import type { Workspace } from "#contract/workspaces.ts";
import { callApi, pageOf } from "../api.ts";
import { useInvalidatingMutation } from "../ui/invalidating-mutation.ts";
import { mostOptions } from "../ui/remote-options.ts";
import type { Source } from "../ui/remote-options.ts";

type WorkspaceFilters = Request<typeof listWorkspaces> & { page: number };

/** One page of workspaces; the present one stays on the screen while the next is fetched. */
export const workspacesQuery = (filters: WorkspaceFilters) =>
  queryOptions({
    queryKey: ["workspaces", "page", filters],
    queryFn: async ({ signal }) => pageOf(await callApi(listWorkspaces, filters, signal)),
    placeholderData: keepPreviousData,
    // opened again, a screen shows what colleagues added meanwhile
    staleTime: 0,
  });

export const workspaceQuery = (id: number) =>
  queryOptions({
    queryKey: ["workspaces", "one", id],
    queryFn: ({ signal }) => callApi(getWorkspace, { id }, signal),
  });

/** Workspaces to choose from, the active ones; those of all companies name theirs. */
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

/** Members and themes come and go on other screens: asked anew whenever the card is shown. */
export const workspaceStatsQuery = (id: number) =>
  queryOptions({
    queryKey: ["workspace-stats", id],
    queryFn: ({ signal }) => callApi(getWorkspaceStats, { id }, signal),
    staleTime: 0,
  });

// cards of companies count workspaces, tables of users name them, and a workspace that closes takes its themes along
const stale = [["workspaces"], ["companies"], ["users"], ["themes"], ["theme-workspaces"]];

export const useSaveWorkspace = () =>
  useInvalidatingMutation(({ id, ...body }: Request<typeof createWorkspace> & { id?: number }) => {
    return id === undefined ? callApi(createWorkspace, body) : callApi(updateWorkspace, { id, ...body });
  }, stale);

export const useDeleteWorkspace = () =>
  useInvalidatingMutation(
    ({ id, force }: { id: number; force: boolean }) => callApi(deleteWorkspace, { id, force: String(force) }),
    stale,
  );
