import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getChatReport } from "#contract/reports.ts";
import { callApi } from "../api.ts";

/** Days are days of the reader's zone. Asked anew whenever the screen is shown. */
export const reportQuery = (period: number, companyId: number | undefined) =>
  queryOptions({
    queryKey: ["report", period, companyId ?? "all"],
    queryFn: ({ signal }) =>
      callApi(
        getChatReport,
        { period, companyId, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
