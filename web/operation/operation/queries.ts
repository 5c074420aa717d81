import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  getOperation,
  listFailedJobs,
  readAgain,
  rebuildSearch,
  retryJobs,
} from "#contract/operation/operation.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** Often enough to watch a queue drain. */
const pollMs = 5_000;

export const operationQuery = queryOptions({
  queryKey: ["operation", "state"],
  queryFn: ({ signal }) => callApi(getOperation, {}, signal),
  refetchInterval: pollMs,
  staleTime: 0,
});

export const failedJobsQuery = queryOptions({
  queryKey: ["operation", "failed-jobs"],
  queryFn: ({ signal }) => callApi(listFailedJobs, {}, signal),
  refetchInterval: pollMs,
  staleTime: 0,
});

export const useReadAgain = () => useInvalidatingMutation(() => callApi(readAgain), [["operation"]]);

export const useRebuildSearch = () => useInvalidatingMutation(() => callApi(rebuildSearch), [["operation"]]);

export const useRetryJobs = () =>
  useInvalidatingMutation((jobs: Request<typeof retryJobs>) => callApi(retryJobs, jobs), [["operation"]]);
