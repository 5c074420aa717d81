import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { closeDeclined, countDesk, listDesk } from "#contract/answering/desk.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { answerExpertRequest, askExpert, listExpertRequests } from "#contract/answering/expert-requests.ts";
import { listUsers } from "#contract/identity/users.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

const whileRunningMs = 2_000;

export type WorkFilters = Request<typeof listDesk>;

/** Work comes in all day: refetched whenever the desk is shown. */
export const deskQuery = (filters: WorkFilters) =>
  queryOptions({
    queryKey: ["desk", "list", filters],
    queryFn: ({ signal }) => callApi(listDesk, filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ testRun }) => testRun?.state === "running") === true ? whileRunningMs : false,
  });

/** The number of its rows, for the lists that lead to it. */
export const deskCountQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["desk", "count", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(countDesk, { companyId }, signal),
    staleTime: 60_000,
    // a list of links: an old number is better than none, and a failure is no news here
    retry: false,
  });

/** Questions that the user was asked as an expert. */
export const expertRequestsQuery = queryOptions({
  queryKey: ["expert-requests"],
  queryFn: ({ signal }) => callApi(listExpertRequests, {}, signal),
  staleTime: 0,
});

/** The people of a company who can be asked. */
export const expertsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["users", "experts", companyId ?? "own"],
    queryFn: async ({ signal }) => {
      const answer = await callApi(listUsers, { companyId, page: 1, pageSize: 200, sort: "user" }, signal);
      return pageOf(answer).rows.filter((user) => user.isActive);
    },
  });

export const useAskExpert = () =>
  useInvalidatingMutation((input: Request<typeof askExpert>) => callApi(askExpert, input), [["desk"]]);

export const useAnswerAsExpert = () =>
  useInvalidatingMutation(
    (input: Request<typeof answerExpertRequest>) => callApi(answerExpertRequest, input),
    [["expert-requests"]],
  );

export const useCloseDeclined = () =>
  useInvalidatingMutation((id: number) => callApi(closeDeclined, { id }), [["desk"]]);
