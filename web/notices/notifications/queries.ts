import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  listNotificationPreferences,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "#contract/notices/notifications.ts";
import { callApi } from "#web/kernel/api.ts";

const notifications = queryOptions({
  queryKey: ["notifications"],
  queryFn: ({ signal }) => callApi(listNotifications, {}, signal),
});

export const notificationPreferencesQuery = queryOptions({
  queryKey: ["notification-preferences"],
  queryFn: ({ signal }) => callApi(listNotificationPreferences, {}, signal),
  staleTime: 0,
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
