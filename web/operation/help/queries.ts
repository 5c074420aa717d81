import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  type HelpItem,
  createHelp,
  deleteHelp,
  listHelp,
  listHiddenHelp,
  moveHelp,
  restoreHelp,
  updateHelp,
} from "#contract/operation/help.ts";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export const helpQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["help", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(listHelp, { companyId }, signal),
    staleTime: 0,
  });

export const useSaveHelp = () =>
  useInvalidatingMutation(
    ({ opened, companyId, ...values }: Request<typeof createHelp> & { opened: HelpItem | null }) => {
      if (opened === null) return callApi(createHelp, { companyId, ...values });
      const { id, version } = opened;
      return saveTouched({ version, values: opened }, values, (change) =>
        callApi(updateHelp, { id, companyId, ...change }),
      );
    },
    [["help"]],
  );

export const useDeleteHelp = () =>
  useInvalidatingMutation((input: Request<typeof deleteHelp>) => callApi(deleteHelp, input), [["help"]]);

export const hiddenHelpQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["help", "hidden", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(listHiddenHelp, { companyId }, signal),
    staleTime: 0,
  });

export const useRestoreHelp = () =>
  useInvalidatingMutation((input: Request<typeof restoreHelp>) => callApi(restoreHelp, input), [["help"]]);

export const useMoveHelp = () =>
  useInvalidatingMutation((input: Request<typeof moveHelp>) => callApi(moveHelp, input), [["help"]]);
