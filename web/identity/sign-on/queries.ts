import { queryOptions } from "@tanstack/react-query";
import {
  addSignOnDomain,
  changeSamlKey,
  checkSignOn,
  getSignOn,
  removeSignOn,
  removeSignOnDomain,
  setSignOn,
  verifySignOnDomain,
} from "#contract/identity/sign-on.ts";
import { createScimToken, listScimTokens, revokeScimToken } from "#contract/identity/scim-tokens.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listUsers, type User } from "#contract/identity/users.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched, type Opened } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

export const signOnQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["sign-on", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(getSignOn, { companyId }, signal),
    staleTime: 0,
  });

export const scimTokensQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["scim-tokens", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(listScimTokens, { companyId }, signal),
  });

export const useCreateScimToken = () =>
  useInvalidatingMutation(
    (body: Request<typeof createScimToken>) => callApi(createScimToken, body),
    [["scim-tokens"]],
  );
export const useRevokeScimToken = () =>
  useInvalidatingMutation((id: number) => callApi(revokeScimToken, { id }), [["scim-tokens"]]);

/** The company's administrators, one of whom keeps a password. */
export const administratorSource = (companyId: number | undefined): Source<User> => ({
  key: ["users", "administrators", companyId ?? "own"],
  find: async (search, signal) => {
    const asked = { companyId, search, role: "workspace_admin" as const, sort: "user", page: 1 };
    return pageOf(await callApi(listUsers, { ...asked, pageSize: mostOptions }, signal));
  },
  labelOf: ({ email }) => email,
  failure: "The administrators could not be loaded",
});

const stale = [["sign-on"]];

type Settings = Omit<Request<typeof setSignOn>, "companyId" | "version">;

export const useSetSignOn = () =>
  useInvalidatingMutation(
    ({ companyId, opened, values }: { companyId: number | undefined; opened: Opened; values: Settings }) =>
      saveTouched(opened, values, (change) => callApi(setSignOn, { companyId, ...change })),
    stale,
  );
export const useRemoveSignOn = () =>
  useInvalidatingMutation((body: Request<typeof removeSignOn>) => callApi(removeSignOn, body), stale);
export const useCheckSignOn = () =>
  useInvalidatingMutation((body: Request<typeof checkSignOn>) => callApi(checkSignOn, body), []);
export const useChangeSamlKey = () =>
  useInvalidatingMutation((body: Request<typeof changeSamlKey>) => callApi(changeSamlKey, body), stale);
export const useAddDomain = () =>
  useInvalidatingMutation((body: Request<typeof addSignOnDomain>) => callApi(addSignOnDomain, body), stale);
export const useVerifyDomain = () =>
  useInvalidatingMutation((id: number) => callApi(verifySignOnDomain, { id }), stale);
export const useRemoveDomain = () =>
  useInvalidatingMutation((id: number) => callApi(removeSignOnDomain, { id }), stale);
