import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  getRecordStream,
  removeRecordStream,
  setRecordStream,
  testRecordStream,
  type RecordStream,
} from "#contract/evidence/record-stream.ts";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** Poll interval for a stream that is catching up. */
const catchingUpMs = 5000;

export const streamQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["record", "stream", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(getRecordStream, { companyId }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.stream?.isActive === true && state.data.stream.behind > 0 ? catchingUpMs : false,
  });

type Settings = Omit<Request<typeof setRecordStream>, "companyId" | "version">;

export const useSetStream = () =>
  useInvalidatingMutation(
    ({
      companyId,
      stream,
      values,
    }: {
      companyId: number | undefined;
      stream: RecordStream | null;
      values: Settings;
    }) =>
      saveTouched({ version: stream?.version ?? 0, values: stream ?? {} }, values, (change) =>
        callApi(setRecordStream, { companyId, ...change }),
      ),
    [["record"]],
  );
export const useRemoveStream = (companyId: number | undefined) =>
  useInvalidatingMutation(() => callApi(removeRecordStream, { companyId }), [["record"]]);
export const useTestStream = (companyId: number | undefined) =>
  useInvalidatingMutation(() => callApi(testRecordStream, { companyId }), [["record"]]);
