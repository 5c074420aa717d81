import { queryOptions } from "@tanstack/react-query";
import { getEncoding } from "#contract/documents.ts";
import { callApi } from "../api.ts";

/** Fast enough to be seen moving, slow enough to cost nothing beside the encoding itself. */
const pollMs = 3_000;

/** Asked again for as long as passages wait. */
export const encodingQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["documents", themeId, "encoding"],
    queryFn: ({ signal }) => callApi(getEncoding, { id: themeId }, signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.encoder !== null && data.encoded < data.passages ? pollMs : false,
  });
