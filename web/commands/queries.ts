import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { findDocuments } from "#contract/documents.ts";
import type { Request } from "#contract/endpoint.ts";
import { callApi } from "../api.ts";

/** Documents of every theme within reach; those found so far stay while one types on. */
export const foundDocumentsQuery = (request: Request<typeof findDocuments>) =>
  queryOptions({
    queryKey: ["documents", "found", request],
    queryFn: ({ signal }) => callApi(findDocuments, request, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
