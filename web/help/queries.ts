import { queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/endpoint.ts";
import { createHelp, deleteHelp, listHelp, updateHelp } from "#contract/help.ts";
import { callApi } from "../api.ts";
import { useChange } from "../ui/change.ts";

export const helpQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["help", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(listHelp, { companyId }, signal),
    staleTime: 0,
  });

export const useSaveHelp = () =>
  useChange(
    ({ id, ...item }: Request<typeof createHelp> & { id?: number }) => {
      return id === undefined ? callApi(createHelp, item) : callApi(updateHelp, { id, ...item });
    },
    [["help"]],
  );

export const useDeleteHelp = () =>
  useChange((input: Request<typeof deleteHelp>) => callApi(deleteHelp, input), [["help"]]);
