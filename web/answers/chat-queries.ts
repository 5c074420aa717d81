import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { listHistory, rateAnswer } from "#contract/answers.ts";
import { getOpening } from "#contract/documents.ts";
import type { Request } from "#contract/endpoint.ts";
import { getAggregatedTags, getTheme, listThemes } from "#contract/themes.ts";
import type { Theme } from "#contract/themes.ts";
import { callApi, pageOf } from "../api.ts";
import { mostOptions } from "../ui/remote-options.ts";
import type { Source } from "../ui/remote-options.ts";

type ThemeFilters = Request<typeof listThemes> & { page: number };

/** One page of themes; the current one stays visible while the next loads. */
export const themesQuery = (filters: ThemeFilters) =>
  queryOptions({
    queryKey: ["themes", "page", filters],
    queryFn: async ({ signal }) => pageOf(await callApi(listThemes, filters, signal)),
    placeholderData: keepPreviousData,
    // reopening a screen shows colleagues' additions
    staleTime: 0,
  });

export const themeQuery = (id: number) =>
  queryOptions({
    queryKey: ["themes", "one", id],
    queryFn: ({ signal }) => callApi(getTheme, { id }, signal),
  });

/** Themes the user can ask, by name: a new one is nobody's default until it is chosen. */
export const askableSource = (companyId: number | undefined): Source<Theme> => ({
  key: ["themes", "askable", companyId ?? "all"],
  find: async (search, signal) => {
    const page = { search, page: 1, pageSize: mostOptions, sort: "name" };
    return pageOf(await callApi(listThemes, { companyId, isActive: "true", ...page }, signal));
  },
  labelOf: ({ name }) => name,
  failure: "Failed to load themes",
});

export const tagsQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["tags", themeId],
    queryFn: ({ signal }) => callApi(getAggregatedTags, { id: themeId }, signal),
    staleTime: 30_000,
  });

export const openingQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["opening", themeId],
    queryFn: ({ signal }) => callApi(getOpening, { id: themeId }, signal),
    staleTime: 30_000,
  });

/** Enough to find the two latest chats, unless one has twenty questions. */
const recentQuestions = 20;

export const recentQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["history", "recent", themeId],
    queryFn: ({ signal }) => callApi(listHistory, { themeId, limit: recentQuestions }, signal),
    staleTime: 0,
  });

const historyPage = 50;

/** The newest questions, then older pages. */
export const historyQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["history", search],
    queryFn: ({ signal, pageParam: before }) =>
      callApi(listHistory, { search, limit: historyPage, before }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < historyPage ? undefined : last.at(-1)?.interactionId),
    staleTime: 0,
  });

export function useRateAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rating: Request<typeof rateAnswer>) => callApi(rateAnswer, rating),
    onError: (error) => console.warn("rating failed", error),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["history"] }),
  });
}
