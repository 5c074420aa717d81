import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import { listInteractions, listModels } from "#contract/answering/interactions.ts";
import { findTags } from "#contract/knowledge/themes.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";

export type InteractionFilters = Omit<Request<typeof listInteractions>, "page" | "pageSize">;

/** Ten to a page (docs/specification/review.md). */
export const interactionsPerPage = 10;

/** New questions come in all day: refetched whenever the list is shown. */
export const interactionsQuery = (filters: InteractionFilters, page: number) =>
  queryOptions({
    queryKey: ["interactions", filters, page],
    queryFn: async ({ signal }) =>
      pageOf(await callApi(listInteractions, { ...filters, page, pageSize: interactionsPerPage }, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Models with answers, to filter by. */
export const modelsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["interactions", "models", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listModels, { companyId }, signal),
    staleTime: 60_000,
  });

/** Tags matching the search, to filter by; earlier ones stay during typing. */
export const tagNamesQuery = (companyId: number | undefined, search: string) =>
  queryOptions({
    queryKey: ["themes", "tags", companyId ?? "all", search],
    queryFn: ({ signal }) => callApi(findTags, { companyId, search }, signal),
    placeholderData: keepPreviousData,
  });
