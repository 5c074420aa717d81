import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listDocuments, type Document } from "#contract/knowledge/documents.ts";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import { createHold, liftHold, listHolds } from "#contract/evidence/holds.ts";
import {
  countDue,
  erasePerson,
  getRetention,
  listDue,
  setRetention,
  type RetentionKind,
  type RetentionPeriods,
} from "#contract/evidence/retention.ts";
import { listUsers, type User } from "#contract/identity/users.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";

export const holdsPerPage = 20;
const duePerPage = 20;
const stale = [["retention"], ["record"]];

export const periodsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["retention", "periods", companyId],
    queryFn: ({ signal }) => callApi(getRetention, { companyId }, signal),
  });

/** Items that would be deleted under these periods; the last count stays while the next loads. */
export const dueQuery = (companyId: number | undefined, periods: RetentionPeriods) =>
  queryOptions({
    queryKey: ["retention", "due", companyId, periods],
    queryFn: ({ signal }) =>
      callApi(
        countDue,
        {
          companyId,
          interactions: periods.interactions ?? undefined,
          documents: periods.documents ?? undefined,
          events: periods.events ?? undefined,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const dueRowsQuery = (
  companyId: number | undefined,
  { of, months, after }: { of: RetentionKind; months: number; after: number },
) =>
  queryOptions({
    queryKey: ["retention", "rows", companyId, of, months, after],
    queryFn: ({ signal }) => callApi(listDue, { companyId, of, months, after, limit: duePerPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const holdsQuery = (companyId: number | undefined, page: number) =>
  queryOptions({
    queryKey: ["retention", "holds", companyId, page],
    queryFn: ({ signal }) => callApi(listHolds, { companyId, page, pageSize: holdsPerPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A theme's documents to choose from. */
export const documentSource = (themeId: number): Source<Document> => ({
  key: ["documents", "of-theme", themeId],
  find: async (search, signal) =>
    pageOf(await callApi(listDocuments, { id: themeId, search, page: 1, pageSize: mostOptions }, signal)),
  labelOf: ({ name }) => name,
  failure: "The documents could not be loaded",
});

/** People who can no longer sign in, to choose from. */
export const formerPersonSource = (companyId: number | undefined): Source<User> => ({
  key: ["users", "former", companyId],
  find: async (search, signal) => {
    const page = { search, sort: "user", page: 1, pageSize: mostOptions };
    return pageOf(await callApi(listUsers, { companyId, isActive: "false", ...page }, signal));
  },
  labelOf: ({ email }) => email,
  failure: "The people could not be loaded",
});

export const useSetPeriods = () =>
  useInvalidatingMutation(
    ({
      companyId,
      saved,
      periods,
    }: {
      companyId: number | undefined;
      saved: Output<typeof getRetention>;
      periods: RetentionPeriods;
    }) =>
      saveTouched({ version: saved.version, values: saved }, periods, (change) =>
        callApi(setRetention, { companyId, ...change }),
      ),
    stale,
  );
export const useSetHold = () =>
  useInvalidatingMutation((input: Request<typeof createHold>) => callApi(createHold, input), stale);
export const useLiftHold = () =>
  useInvalidatingMutation((input: Request<typeof liftHold>) => callApi(liftHold, input), stale);
export const useErasePerson = () =>
  useInvalidatingMutation(
    (input: Request<typeof erasePerson>) => callApi(erasePerson, input),
    [["users"], ...stale],
  );
