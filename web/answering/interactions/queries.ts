import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  listInteractions,
  listModels,
  listReviewTags,
  type InteractionRow,
} from "#contract/answering/interactions.ts";
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

/** All that match, or the first `most`, in pages of the server's maximum size. */
export async function allInteractions(filters: InteractionFilters, most: number): Promise<InteractionRow[]> {
  const found: InteractionRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = pageOf(await callApi(listInteractions, { ...filters, page, pageSize: 200 }));
    found.push(...rows);
    if (rows.length === 0 || found.length >= Math.min(total, most)) return found.slice(0, most);
  }
}

/** Models with answers, to filter by. */
export const modelsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["interactions", "models", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listModels, { companyId }, signal),
    staleTime: 60_000,
  });

export const reviewTagsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["interactions", "review-tags", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listReviewTags, { companyId }, signal),
  });

/** What a reviewers' tag makes stale. */
export const staleByTags = [["interactions"], ["interaction"]];

/** Tags matching the search, to filter by; earlier ones stay during typing. */
export const tagNamesQuery = (companyId: number | undefined, search: string) =>
  queryOptions({
    queryKey: ["themes", "tags", companyId ?? "all", search],
    queryFn: ({ signal }) => callApi(findTags, { companyId, search }, signal),
    placeholderData: keepPreviousData,
  });
