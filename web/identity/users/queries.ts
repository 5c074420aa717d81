import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  changeAddress,
  deactivateUser,
  inviteUser,
  listUsers,
  reinviteUser,
  revealTempPassword,
  setWorkspaceAssignments,
  updateUser,
  type User,
} from "#contract/identity/users.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

/** A company's administrators who can sign in, to choose one. */
export const adminsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["users", "admins", companyId ?? "own"],
    queryFn: async ({ signal }) => {
      const page = { page: 1, pageSize: 200, sort: "user" };
      const answer = await callApi(listUsers, { companyId, role: "workspace_admin", ...page }, signal);
      return pageOf(answer).rows.filter((user) => user.isActive);
    },
  });

export type UserFilters = Omit<Request<typeof listUsers>, "page"> & { page: number };

/** One page of people; the current one stays visible while the next loads. */
export const usersQuery = (filters: UserFilters) =>
  queryOptions({
    queryKey: ["users", "page", filters],
    queryFn: async ({ signal }) => pageOf(await callApi(listUsers, filters, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** People to choose from, by email address; with a role, only the active ones who have it. */
export const personSource = (companyId: number | undefined, role?: Role): Source<User> => ({
  key: ["users", "of", companyId ?? "all", role ?? "any"],
  find: async (search, signal) => {
    const page = { search, sort: "user", page: 1, pageSize: mostOptions };
    const who = role === undefined ? {} : { role, isActive: "true" };
    return pageOf(await callApi(listUsers, { companyId, ...who, ...page }, signal));
  },
  labelOf: ({ email }) => email,
  failure: "The people could not be loaded",
});

/** Everyone matching the filters, or the first `most`, fetched in pages of the server's maximum size. */
export async function allUsers(
  filters: Omit<UserFilters, "page" | "pageSize">,
  most = Infinity,
): Promise<User[]> {
  const pageSize = 200;
  const people: User[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = pageOf(await callApi(listUsers, { ...filters, page, pageSize }));
    people.push(...rows);
    if (rows.length === 0 || people.length >= Math.min(total, most)) return people.slice(0, most);
  }
}

// company and workspace cards count people
export const stale = [["users"], ["companies"], ["workspace-stats"]];

export const useInviteUser = () =>
  useInvalidatingMutation((input: Request<typeof inviteUser>) => callApi(inviteUser, input), stale);

/** A dry run and the import itself: each result stays with its call. */
export const useImportUsers = () =>
  useInvalidatingMutation((input: Request<typeof importUsers>) => callApi(importUsers, input), stale);

export const useReinviteUser = () =>
  useInvalidatingMutation((id: number) => callApi(reinviteUser, { id }), stale);

export const useRevealTempPassword = () =>
  useInvalidatingMutation((id: number) => callApi(revealTempPassword, { id }), []);

export const useChangeAddress = () =>
  useInvalidatingMutation((input: Request<typeof changeAddress>) => callApi(changeAddress, input), stale);

export const useDeactivateUser = () =>
  useInvalidatingMutation((id: number) => callApi(deactivateUser, { id }), stale);

type PersonValues = Pick<
  Request<typeof updateUser>,
  "firstName" | "lastName" | "role" | "companyId" | "isActive"
> & {
  workspaceIds?: number[];
};

/** The person first, then the workspaces: the first of them is the primary one. */
export const useSaveUser = () =>
  useInvalidatingMutation(
    ({ opened, values }: { opened: User; values: PersonValues }) =>
      saveTouched({ version: opened.version, values: opened }, values, async (change) => {
        const { id } = opened;
        const { version, workspaceIds, ...fields } = change;
        const isPerson = workspaceIds === undefined || Object.keys(fields).length > 0;
        const known = isPerson ? (await callApi(updateUser, { id, version, ...fields })).version : version;
        if (workspaceIds !== undefined)
          await callApi(setWorkspaceAssignments, { id, workspaceIds, version: known });
      }),
    stale,
  );
