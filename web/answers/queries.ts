import { queryOptions } from "@tanstack/react-query";
import { getDocumentContent } from "#contract/documents.ts";
import { callApi } from "../api.ts";

export const sourceQuery = (documentId: number, version: number) =>
  queryOptions({
    queryKey: ["source", documentId, version],
    queryFn: ({ signal }) => callApi(getDocumentContent, { id: documentId, version }, signal),
  });
