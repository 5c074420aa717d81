import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listAskers } from "#contract/answering/ask-as.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  createTheme,
  deleteTheme,
  getThemeActivity,
  listDeletedThemes,
  listThemeAgents,
  listThemes,
  listThemeWorkspaces,
  removeThemeAgent,
  removeThemeWorkspace,
  restoreTheme,
  updateTheme,
  type Theme,
} from "#contract/knowledge/themes.ts";
import { acceptProposal } from "#contract/knowledge/documents.ts";
import { copyTheme } from "#contract/knowledge/transfers.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listUsers } from "#contract/identity/users.ts";
import { timeZone } from "#web/ui/period.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched, type Opened } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

import type { ThemeDraft } from "./theme-draft.ts";

/** Themes to choose from, active or not; across all companies each names its company. */
export const themeSource = (companyId: number | undefined, spansCompanies: boolean): Source<Theme> => ({
  key: ["themes", "of", companyId ?? "all"],
  find: async (search, signal) => {
    const page = { search, sort: "name", page: 1, pageSize: mostOptions };
    return pageOf(await callApi(listThemes, { companyId, ...page }, signal));
  },
  labelOf: spansCompanies ? themeAndCompany : themeName,
  failure: "Failed to load themes",
});

const themeName = ({ name }: Theme) => name;
const themeAndCompany = ({ name, companyName }: Theme) => `${name} · ${companyName}`;

/** The status of a page of themes. */
export const themeActivityQuery = (ids: number[]) =>
  queryOptions({
    queryKey: ["themes", "activity", ids],
    queryFn: ({ signal }) => callApi(getThemeActivity, { ids: ids.join(","), timeZone: timeZone() }, signal),
    enabled: ids.length > 0,
    staleTime: 0,
  });

/** Who can ask the theme, by reason. */
export const askersQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["theme-agents", themeId, "by reason"],
    queryFn: ({ signal }) => callApi(listAskers, { id: themeId }, signal),
    staleTime: 0,
  });

export const themeAgentsQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["theme-agents", themeId],
    queryFn: ({ signal }) => callApi(listThemeAgents, { id: themeId }, signal),
    staleTime: 0,
  });

export const themeWorkspacesQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["theme-workspaces", themeId],
    queryFn: ({ signal }) => callApi(listThemeWorkspaces, { id: themeId }, signal),
    // the list waits for it and then draws the card, which would ask again
    staleTime: 2_000,
  });

const agentsPerPage = 50;
/** The server's limit; a user who toggles more has scrolled past the first of them. */
const mostToggled = 200;

/**
 * The people of the theme's workspaces, after those assigned by name. Rows keep their order from when the
 * tab opened: the next page's request carries `toggled`, and toggling invalidates no list.
 */
export const agentsQuery = ({ id, companyId }: Theme, search: string, toggled: ReadonlySet<number>) =>
  infiniteQueryOptions({
    queryKey: ["users", "agents", id, search],
    queryFn: async ({ signal, pageParam }) => {
      const page = { search, sort: "user", page: pageParam, pageSize: agentsPerPage };
      const order = { assignedFirst: id, toggled: [...toggled].slice(-mostToggled).join(",") || undefined };
      const who = { isActive: "true", companyId, ofTheme: id };
      return pageOf(await callApi(listUsers, { ...who, ...page, ...order }, signal));
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * agentsPerPage < last.total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    // reopened, the tab starts with the current assignees
    gcTime: 0,
  });

export const useSaveTheme = () =>
  useInvalidatingMutation(
    ({ id, opened, draft }: { id: number | undefined; opened: Opened; draft: ThemeDraft }) =>
      id === undefined
        ? callApi(createTheme, draft)
        : saveTouched(opened, draft, (change) => callApi(updateTheme, { id, ...change })),
    [["themes"], ["companies"]],
  );

/** The program's words become the theme's: recorded as such. */
export const useAcceptProposal = () =>
  useInvalidatingMutation(
    ({ id, opened, proposed }: { id: number; opened: Opened; proposed: ThemeDraft }) =>
      saveTouched(opened, proposed, ({ version, ...taken }) => {
        const fields = (["name", "purpose"] as const).filter((field) => taken[field] !== undefined);
        return callApi(acceptProposal, { id, version, fields });
      }),
    [["themes"], ["companies"]],
  );

export const useDeleteTheme = () =>
  useInvalidatingMutation((id: number) => callApi(deleteTheme, { id }), [["themes"], ["companies"]]);

export const deletedThemesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["themes", "deleted", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listDeletedThemes, { companyId }, signal),
    staleTime: 0,
  });

export const useRestoreTheme = () =>
  useInvalidatingMutation(
    (input: Request<typeof restoreTheme>) => callApi(restoreTheme, input),
    [["themes"], ["companies"]],
  );

export const useCopyTheme = () =>
  useInvalidatingMutation(
    (input: Request<typeof copyTheme>) => callApi(copyTheme, input),
    [["themes"], ["companies"]],
  );

/** All that match, or the first `most`, in pages of the server's maximum size. */
export async function allThemes(
  filters: Omit<Request<typeof listThemes>, "page" | "pageSize">,
  most: number,
): Promise<Theme[]> {
  const themes: Theme[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = pageOf(await callApi(listThemes, { ...filters, page, pageSize: 200 }));
    themes.push(...rows);
    if (rows.length === 0 || themes.length >= Math.min(total, most)) return themes.slice(0, most);
  }
}

export const useToggleAgent = (themeId: number) =>
  useInvalidatingMutation(
    async ({ userId, assign }: { userId: number; assign: boolean }) => {
      if (assign) await callApi(assignThemeAgent, { id: themeId, userId });
      else await callApi(removeThemeAgent, { id: themeId, userId });
    },
    [["theme-agents", themeId], ["themes"]],
  );

// workspaces with the theme, and those without
const workspaceKeys = (themeId: number) => [
  ["theme-workspaces", themeId],
  ["theme-agents", themeId],
  ["workspaces", "of"],
  ["themes", "activity"],
  ["users", "agents", themeId],
];

export const useAssignWorkspace = (themeId: number) =>
  useInvalidatingMutation(
    (workspaceId: number) => callApi(assignThemeWorkspace, { id: themeId, workspaceId }),
    workspaceKeys(themeId),
  );

export const useRemoveWorkspace = (themeId: number) =>
  useInvalidatingMutation(
    (workspaceId: number) => callApi(removeThemeWorkspace, { id: themeId, workspaceId }),
    workspaceKeys(themeId),
  );
