import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { listHistory, rateAnswer } from "#contract/answering/answers.ts";
import { saySame } from "#contract/answering/approved-answers.ts";
import { getChat, listChats, nameChat, pinChat } from "#contract/answering/chats.ts";
import { getOpening } from "#contract/knowledge/documents.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

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

/** A chat by any of its questions; it always opens in its current state. */
export const chatQuery = (id: number) =>
  queryOptions({
    queryKey: ["chats", "one", id],
    queryFn: ({ signal }) => callApi(getChat, { id }, signal),
    staleTime: 0,
  });

/** Named and pinned ones. */
export const keptChatsQuery = (search: string) =>
  queryOptions({
    queryKey: ["chats", "kept", search],
    queryFn: ({ signal }) => callApi(listChats, { search }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useNameChat = () =>
  useInvalidatingMutation((named: Request<typeof nameChat>) => callApi(nameChat, named), [["chats"]]);

export const usePinChat = () =>
  useInvalidatingMutation((pinned: Request<typeof pinChat>) => callApi(pinChat, pinned), [["chats"]]);

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

/** A reopened chat shows what its asker said. */
export const useSaySame = () =>
  useInvalidatingMutation(
    (said: Request<typeof saySame>) => callApi(saySame, said),
    [["history"], ["chats"]],
  );

export function useRateAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rating: Request<typeof rateAnswer>) => callApi(rateAnswer, rating),
    onError: (error) => console.warn("rating failed", error),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["history"] }),
  });
}
