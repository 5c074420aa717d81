import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listHistory, rateAnswer } from "#contract/answering/answers.ts";
import { getOpening } from "#contract/knowledge/documents.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi } from "#web/kernel/api.ts";

export const openingQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["opening", themeId],
    queryFn: ({ signal }) => callApi(getOpening, { id: themeId }, signal),
    staleTime: 30_000,
  });

/** Enough to find the two latest chats, unless one has twenty questions. */
const recentQuestions = 20;

export const recentQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["history", "recent", themeId],
    queryFn: ({ signal }) => callApi(listHistory, { themeId, limit: recentQuestions }, signal),
    staleTime: 0,
  });

const historyPage = 50;

/** The newest questions, then older pages. */
export const historyQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["history", search],
    queryFn: ({ signal, pageParam: before }) =>
      callApi(listHistory, { search, limit: historyPage, before }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < historyPage ? undefined : last.at(-1)?.interactionId),
    staleTime: 0,
  });

export function useRateAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rating: Request<typeof rateAnswer>) => callApi(rateAnswer, rating),
    onError: (error) => console.warn("rating failed", error),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["history"] }),
  });
}
