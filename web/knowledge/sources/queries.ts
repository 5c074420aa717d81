import { queryOptions } from "@tanstack/react-query";
import { getDocumentContent, getDocumentFile } from "#contract/knowledge/documents.ts";
import { callApi, readError, send } from "#web/kernel/api.ts";

export const sourceQuery = (documentId: number, version: number) =>
  queryOptions({
    queryKey: ["source", documentId, version],
    queryFn: ({ signal }) => callApi(getDocumentContent, { id: documentId, version }, signal),
  });

/** A version's bytes; cached while the reader switches between text and page, then released. */
export const originalQuery = (documentId: number, version: number) =>
  queryOptions({
    queryKey: ["original", documentId, version],
    queryFn: async ({ signal }) => {
      const response = await send(getDocumentFile, { id: documentId, version }, { signal });
      if (!response.ok) throw await readError(response);
      return new Uint8Array(await response.arrayBuffer());
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  });
