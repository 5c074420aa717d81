import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getChatReport, getReviewReport, getSpendReport } from "#contract/answering/reports.ts";
import { callApi } from "#web/kernel/api.ts";
import { timeZone } from "#web/ui/period.ts";

/** Refetched whenever the screen is shown. */
export const reportQuery = (period: number, companyId: number | undefined) =>
  queryOptions({
    queryKey: ["report", period, companyId ?? "all"],
    queryFn: ({ signal }) => callApi(getChatReport, { period, companyId, timeZone: timeZone() }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const spendReportQuery = (period: number, companyId: number | undefined) =>
  queryOptions({
    queryKey: ["spend-report", period, companyId ?? "all"],
    queryFn: ({ signal }) => callApi(getSpendReport, { period, companyId, timeZone: timeZone() }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const reviewReportQuery = (period: number, companyId: number | undefined) =>
  queryOptions({
    queryKey: ["review-report", period, companyId ?? "all"],
    queryFn: ({ signal }) => callApi(getReviewReport, { period, companyId, timeZone: timeZone() }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
