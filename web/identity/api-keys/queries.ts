import { queryOptions } from "@tanstack/react-query";
import { createApiKey, listApiKeys, revokeApiKey } from "#contract/identity/api-keys.ts";
import { createWidgetKey } from "#contract/identity/widget-keys.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export const apiKeysQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["api-keys", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listApiKeys, { companyId }, signal),
  });

/** Themes that a new key may reach. */
export const keyThemesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["themes", "for-keys", companyId ?? "own"],
    queryFn: async ({ signal }) =>
      pageOf(await callApi(listThemes, { companyId, sort: "name" }, signal)).rows,
  });

export const useCreateKey = () =>
  useInvalidatingMutation(
    (body: Request<typeof createApiKey>) => callApi(createApiKey, body),
    [["api-keys"]],
  );

export const useCreateWidgetKey = () =>
  useInvalidatingMutation(
    (body: Request<typeof createWidgetKey>) => callApi(createWidgetKey, body),
    [["api-keys"]],
  );

export const useRevokeKey = () =>
  useInvalidatingMutation((id: number) => callApi(revokeApiKey, { id }), [["api-keys"]]);
