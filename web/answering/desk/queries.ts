import { queryOptions } from "@tanstack/react-query";
import { closeDeclined, listDesk } from "#contract/answering/desk.ts";
import type { DeskKind } from "#contract/answering/desk.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** Work comes in all day: refetched whenever the desk is shown. */
export const deskQuery = (companyId: number | undefined, kind: DeskKind | undefined) =>
  queryOptions({
    queryKey: ["desk", companyId ?? "all", kind ?? "all"],
    queryFn: ({ signal }) => callApi(listDesk, { companyId, kind }, signal),
    staleTime: 0,
  });

export const useCloseDeclined = () =>
  useInvalidatingMutation((id: number) => callApi(closeDeclined, { id }), [["desk"]]);
