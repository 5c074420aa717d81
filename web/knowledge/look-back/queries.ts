import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getLookBack,
  listChangedRules,
  listLookBackAnswers,
  listLookBackPeople,
  notifyOfChangedRules,
} from "#contract/knowledge/look-back.ts";
import { callApi } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export const rowsPerPage = 20;

/** A document, or a version, page or passage of it. */
export type Part = {
  id: number;
  version?: number | undefined;
  pageIndex?: number | undefined;
  passage?: number | undefined;
};

export const lookBackQuery = (part: Part) =>
  queryOptions({
    queryKey: ["look-back", "counts", part],
    queryFn: ({ signal }) => callApi(getLookBack, part, signal),
    staleTime: 0,
  });

export const peopleQuery = (part: Part, page: number) =>
  queryOptions({
    queryKey: ["look-back", "people", part, page],
    queryFn: ({ signal }) => callApi(listLookBackPeople, { ...part, page, pageSize: rowsPerPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const answersQuery = (part: Part, page: number) =>
  queryOptions({
    queryKey: ["look-back", "answers", part, page],
    queryFn: ({ signal }) => callApi(listLookBackAnswers, { ...part, page, pageSize: rowsPerPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const changesQuery = (id: number) =>
  queryOptions({
    queryKey: ["look-back", "changes", id],
    queryFn: ({ signal }) => callApi(listChangedRules, { id }, signal),
    staleTime: 0,
  });

export const useNotifyReaders = (id: number) =>
  useInvalidatingMutation(() => callApi(notifyOfChangedRules, { id }), [["look-back", "changes", id]]);
