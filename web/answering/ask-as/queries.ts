import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listDocumentsAs, openDeskAs } from "#contract/answering/ask-as.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";

/** Opening it is on record, so it is opened once for each visit. */
export const seenDeskQuery = (person: number) =>
  queryOptions({
    queryKey: ["seen-desk", person],
    queryFn: () => callApi(openDeskAs, { id: person }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    enabled: person > 0,
  });

const documentsPerPage = 30;

export const seenDocumentsQuery = (person: number, themeId: number) =>
  infiniteQueryOptions({
    queryKey: ["seen-desk", person, "documents", themeId],
    queryFn: async ({ signal, pageParam }) => {
      const page = { page: pageParam, pageSize: documentsPerPage };
      return pageOf(await callApi(listDocumentsAs, { id: person, themeId, ...page }, signal));
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * documentsPerPage < last.total ? pages.length + 1 : undefined,
    staleTime: 0,
  });
