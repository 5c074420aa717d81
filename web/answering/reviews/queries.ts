import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import {
  assignReview,
  countReviews,
  getReviewRules,
  listReviews,
  requestSecondOpinion,
  setReviewRules,
  type ReviewRules,
} from "#contract/answering/reviews.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export type ReviewFilters = Omit<Request<typeof listReviews>, "page" | "pageSize">;

export const casesPerPage = 20;

/** New cases come in all day: refetched whenever the desk is shown. */
export const reviewsQuery = (filters: ReviewFilters, page: number) =>
  queryOptions({
    queryKey: ["reviews", "page", filters, page],
    queryFn: async ({ signal }) =>
      pageOf(await callApi(listReviews, { ...filters, page, pageSize: casesPerPage }, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const reviewCountsQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["reviews", "counts", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(countReviews, { companyId }, signal),
    staleTime: 0,
  });

export const reviewRulesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["review-rules", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(getReviewRules, { companyId }, signal),
    staleTime: 0,
  });

const stale = [
  ["reviews"],
  ["interactions"],
  ["interaction"],
  ["review-report"],
  ["approved-answers"],
  ["desk"],
];

export const useReviewInteraction = () =>
  useInvalidatingMutation(
    (review: Request<typeof reviewInteraction>) => callApi(reviewInteraction, review),
    stale,
  );

export const useAssignReview = () =>
  useInvalidatingMutation((input: Request<typeof assignReview>) => callApi(assignReview, input), stale);

export const useRequestSecondOpinion = () =>
  useInvalidatingMutation((id: number) => callApi(requestSecondOpinion, { id }), stale);

export const useSetReviewRules = () =>
  useInvalidatingMutation(
    ({
      companyId,
      opened,
      values,
    }: {
      companyId: number | undefined;
      opened: Output<typeof getReviewRules>;
      values: ReviewRules;
    }) =>
      saveTouched({ version: opened.version, values: opened }, values, (change) =>
        callApi(setReviewRules, { companyId, ...change }),
      ),
    [["review-rules"]],
  );
