import { queryOptions } from "@tanstack/react-query";
import { getInteraction } from "#contract/answering/interactions.ts";
import { callApi } from "#web/kernel/api.ts";

export const interactionQuery = (id: number) =>
  queryOptions({
    queryKey: ["interaction", id],
    queryFn: ({ signal }) => callApi(getInteraction, { id }, signal),
    staleTime: 0,
  });
