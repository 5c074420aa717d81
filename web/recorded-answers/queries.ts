import { queryOptions } from "@tanstack/react-query";
import { getInteraction } from "#contract/interactions.ts";
import { callApi } from "../api.ts";

export const interactionQuery = (id: number) =>
  queryOptions({
    queryKey: ["interaction", id],
    queryFn: ({ signal }) => callApi(getInteraction, { id }, signal),
    staleTime: 0,
  });
