import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from "#contract/notices/webhooks.ts";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** Poll interval for a delivery about to be attempted. */
const soonMs = 2000;
/** Later attempts aren't polled. */
const watchedMs = 60_000;

export const webhooksQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["webhooks", "list", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listWebhooks, { companyId }, signal),
  });

export const deliveriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ["webhooks", "deliveries", id],
    queryFn: ({ signal, pageParam }) =>
      callApi(listWebhookDeliveries, { id, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(isImminent)) === true ? soonMs : false,
  });

function isImminent({ nextAttemptAt }: WebhookDelivery): boolean {
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < watchedMs;
}

const stale = [["webhooks"]];

export const useCreateWebhook = () =>
  useInvalidatingMutation((body: Request<typeof createWebhook>) => callApi(createWebhook, body), stale);
export const useUpdateWebhook = () =>
  useInvalidatingMutation(
    ({
      opened,
      values,
    }: {
      opened: Webhook;
      values: Pick<Webhook, "name" | "url" | "events" | "isActive">;
    }) =>
      saveTouched({ version: opened.version, values: opened }, values, (change) =>
        callApi(updateWebhook, { id: opened.id, ...change }),
      ),
    stale,
  );
export const useRotateSecret = () =>
  useInvalidatingMutation((id: number) => callApi(rotateWebhookSecret, { id }), stale);
export const useDeleteWebhook = () =>
  useInvalidatingMutation((id: number) => callApi(deleteWebhook, { id }), stale);
export const useTestWebhook = () =>
  useInvalidatingMutation((id: number) => callApi(testWebhook, { id }), stale);
export const useSendAgain = () =>
  useInvalidatingMutation((id: number) => callApi(sendWebhookAgain, { id }), stale);
