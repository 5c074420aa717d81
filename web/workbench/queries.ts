import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listHistory, rateAnswer } from "#contract/answers.ts";
import type { Rating } from "#contract/answers.ts";
import { getAggregatedTags, listThemes } from "#contract/themes.ts";
import { callApi } from "../api.ts";
import { toastError } from "../ui/toast.tsx";

export const themesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["themes", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listThemes, { companyId }, signal),
  });

export const tagsQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["tags", themeId],
    queryFn: ({ signal }) => callApi(getAggregatedTags, { id: themeId }, signal),
    staleTime: 30_000,
  });

export const historyQuery = (search: string) =>
  queryOptions({
    queryKey: ["history", search],
    queryFn: ({ signal }) => callApi(listHistory, { search, limit: 50 }, signal),
    staleTime: 0,
  });

export function useRateAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rating: { interactionId: number; rating: Rating }) => callApi(rateAnswer, rating),
    onError: (error) => {
      console.warn("rating failed", error);
      toastError("The rating was not saved", error.message);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["history"] }),
  });
}
