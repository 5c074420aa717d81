import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  checkRecord,
  createRecordBundle,
  getRecordedTheme,
  getRecordProof,
  getRecordState,
  listRecord,
  listRecordActions,
  listRecordBundles,
} from "#contract/evidence/record.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** Events per page: as many as a reader scans at once, 500 words even if each is a line (`e2e/furniture.spec.ts`). */
export const eventsPerPage = 30;
/** Poll interval for a running check or bundle. */
const progressMs = 1000;

export type RecordFilters = Omit<Request<typeof listRecord>, "limit" | "before">;

export const eventsQuery = (filters: RecordFilters, before: number | undefined) =>
  queryOptions({
    queryKey: ["record", "events", filters, before],
    queryFn: ({ signal }) => findEvents(filters, before, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A text search covers one part of the log per call: repeats the call until a part has matches. */
async function findEvents(filters: RecordFilters, before: number | undefined, signal: AbortSignal) {
  for (let from = before; ;) {
    const page = await callApi(listRecord, { ...filters, before: from, limit: eventsPerPage }, signal);
    if (page.rows.length > 0 || page.next === null) return page;
    from = page.next;
  }
}

export const actionsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["record", "actions", companyId ?? "platform"],
    queryFn: ({ signal }) => callApi(listRecordActions, { companyId }, signal),
  });

export const stateQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["record", "state", companyId ?? "platform"],
    queryFn: ({ signal }) => callApi(getRecordState, { companyId }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.check != null && state.data.check.finishedAt === null ? progressMs : false,
  });

/** Each access is on record: no refetch while the page is open. */
export const proofQuery = (interactionId: number) =>
  queryOptions({
    queryKey: ["record", "proof", interactionId],
    queryFn: ({ signal }) => callApi(getRecordProof, { interactionId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const recordedThemeQuery = (interactionId: number) =>
  queryOptions({
    queryKey: ["record", "theme", interactionId],
    queryFn: ({ signal }) => callApi(getRecordedTheme, { interactionId }, signal),
  });

export const bundlesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["record", "bundles", companyId ?? "platform"],
    queryFn: ({ signal }) => callApi(listRecordBundles, { companyId }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "waiting" || status === "running") ? progressMs : false,
  });

export const useCheck = (companyId: number | undefined) =>
  useInvalidatingMutation(() => callApi(checkRecord, { companyId }), [["record"]]);

export const useMakeBundle = () =>
  useInvalidatingMutation(
    (asked: Request<typeof createRecordBundle>) => callApi(createRecordBundle, asked),
    [["record"]],
  );
