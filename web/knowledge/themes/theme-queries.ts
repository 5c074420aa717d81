import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import { getAggregatedTags, getTheme, listThemes, type Theme } from "#contract/knowledge/themes.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

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
