import { queryOptions } from "@tanstack/react-query";
import { getInteraction } from "#contract/answering/interactions.ts";
import { withTypesetting } from "#web/answering/answers/loaded-answer-text.tsx";
import { callApi } from "#web/kernel/api.ts";

export const interactionQuery = (id: number) =>
  queryOptions({
    queryKey: ["interaction", id],
    queryFn: ({ signal }) => withTypesetting(callApi(getInteraction, { id }, signal)),
    staleTime: 0,
  });
