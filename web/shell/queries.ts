import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listCompanies } from "#contract/companies.ts";
import { listNotifications, readAllNotifications, readNotification } from "#contract/notifications.ts";
import { callApi } from "../api.ts";

const notifications = queryOptions({
  queryKey: ["notifications"],
  queryFn: ({ signal }) => callApi(listNotifications, {}, signal),
});

export const useNotifications = () => useQuery(notifications);

export function useReadNotification() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number | "all") =>
      id === "all" ? callApi(readAllNotifications) : callApi(readNotification, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
}

export const companiesQuery = queryOptions({
  queryKey: ["companies"],
  queryFn: ({ signal }) => callApi(listCompanies, {}, signal),
});
