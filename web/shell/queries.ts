import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { search, shortestSearch } from "#contract/answering/search.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi } from "#web/kernel/api.ts";

/** Search everything by name, in one call; earlier results stay during typing. */
export const searchQuery = (request: Request<typeof search>) =>
  queryOptions({
    queryKey: ["search", request],
    queryFn: ({ signal }) => callApi(search, request, signal),
    enabled: request.search.length >= shortestSearch,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
