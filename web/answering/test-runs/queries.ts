import { queryOptions } from "@tanstack/react-query";
import { decideTestRun, getTestRun, listTestRuns } from "#contract/answering/test-runs.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** A run asks some ten questions a second. */
const whileRunningMs = 1_000;

export const testRunsQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["test-runs", "of", themeId],
    queryFn: ({ signal }) => callApi(listTestRuns, { themeId }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((run) => run.state === "running") === true ? whileRunningMs : false,
  });

export const testRunQuery = (id: number) =>
  queryOptions({
    queryKey: ["test-runs", "one", id],
    queryFn: ({ signal }) => callApi(getTestRun, { id }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? whileRunningMs : false),
  });

export const useDecideTestRun = () =>
  useInvalidatingMutation(
    (decision: Request<typeof decideTestRun>) => callApi(decideTestRun, decision),
    [["test-runs"], ["desk"], ["themes"], ["documents"], ["approved-answers"]],
  );
