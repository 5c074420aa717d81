import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/endpoint.ts";
import {
  createHelp,
  deleteHelp,
  listHelp,
  listHiddenHelp,
  moveHelp,
  restoreHelp,
  updateHelp,
} from "#contract/help.ts";
import { callApi } from "../api.ts";
import { useInvalidatingMutation } from "../ui/invalidating-mutation.ts";

export const helpQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["help", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(listHelp, { companyId }, signal),
    staleTime: 0,
  });

export const useSaveHelp = () =>
  useInvalidatingMutation(
    ({ id, ...item }: Request<typeof createHelp> & { id?: number }) => {
      return id === undefined ? callApi(createHelp, item) : callApi(updateHelp, { id, ...item });
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
