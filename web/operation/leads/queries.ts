import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import {
  deleteLead,
  getLeadRetention,
  listLeads,
  setLeadRetention,
  updateLead,
  type Lead,
} from "#contract/operation/leads.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export type LeadFilters = Pick<Request<typeof listLeads>, "search" | "status">;

export const leadsPerPage = 12;

/** New ones arrive at any time: refetched whenever the list is shown. */
export const leadsQuery = (filters: LeadFilters, page: number, pageSize = leadsPerPage) =>
  queryOptions({
    queryKey: ["leads", filters, page, pageSize],
    queryFn: async ({ signal }) => pageOf(await callApi(listLeads, { ...filters, page, pageSize }, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useUpdateLead = () =>
  useInvalidatingMutation(
    ({ opened, ...values }: Omit<Request<typeof updateLead>, "id"> & { opened: Lead }) =>
      saveTouched({ version: opened.version, values: opened }, values, (change) =>
        callApi(updateLead, { id: opened.id, ...change }),
      ),
    [["leads"]],
  );

export const useDeleteLead = () =>
  useInvalidatingMutation((lead: Request<typeof deleteLead>) => callApi(deleteLead, lead), [["leads"]]);

export const leadRetentionQuery = queryOptions({
  queryKey: ["leads", "retention"],
  queryFn: ({ signal }) => callApi(getLeadRetention, {}, signal),
});

export const useSetLeadRetention = () =>
  useInvalidatingMutation(
    ({ opened, months }: { opened: Output<typeof setLeadRetention>; months: number | null }) =>
      saveTouched({ version: opened.version, values: opened }, { months }, (change) =>
        callApi(setLeadRetention, change),
      ),
    [["leads"]],
  );
