import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import {
  approveAnswer,
  createApprovedAnswer,
  decideSame,
  getApprovalRules,
  getApprovedAnswer,
  listApprovedAnswers,
  listWaysOfAsking,
  renewApprovedAnswer,
  retireApprovedAnswer,
  setApprovalRules,
  suspendApprovedAnswer,
  updateApprovedAnswer,
  type ApprovalRules,
  type ApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

export type ApprovedFilters = Omit<Request<typeof listApprovedAnswers>, "page" | "pageSize">;

export const approvedPerPage = 20;

/** A replaced document suspends answers at any time: refetched whenever the list is shown. */
export const approvedAnswersQuery = (filters: ApprovedFilters, page: number) =>
  queryOptions({
    queryKey: ["approved-answers", "page", filters, page],
    queryFn: async ({ signal }) =>
      pageOf(await callApi(listApprovedAnswers, { ...filters, page, pageSize: approvedPerPage }, signal)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const approvedAnswerQuery = (id: number) =>
  queryOptions({
    queryKey: ["approved-answers", "one", id],
    queryFn: ({ signal }) => callApi(getApprovedAnswer, { id }, signal),
    staleTime: 0,
  });

/** Recorded questions near to one, as other ways to ask it. */
export const waysQuery = (themeId: number, question: string) =>
  queryOptions({
    queryKey: ["approved-answers", "ways", themeId, question],
    queryFn: ({ signal }) => callApi(listWaysOfAsking, { themeId, question }, signal),
    enabled: question !== "",
    placeholderData: keepPreviousData,
  });

export const approvalRulesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["approval-rules", companyId ?? "own"],
    queryFn: ({ signal }) => callApi(getApprovalRules, { companyId }, signal),
    staleTime: 0,
  });

/** The documents whose words an answer can cite. */
export const citableQuery = (themeId: number) =>
  queryOptions({
    queryKey: ["documents", "citable", themeId],
    queryFn: async ({ signal }) =>
      pageOf(await callApi(listDocuments, { id: themeId, page: 1, pageSize: 200 }, signal)).rows.filter(
        ({ answeringVersion }) => answeringVersion !== null,
      ),
  });

const stale = [["approved-answers"], ["desk"]];

export const useCreateApproved = () =>
  useInvalidatingMutation(
    (answer: Request<typeof createApprovedAnswer>) => callApi(createApprovedAnswer, answer),
    stale,
  );

type Edited = Pick<
  Request<typeof updateApprovedAnswer>,
  "question" | "otherQuestions" | "answer" | "citations" | "tags" | "ownerId" | "reviewOn"
>;

export const useUpdateApproved = () =>
  useInvalidatingMutation(
    ({ opened, values, vouchedFor }: { opened: ApprovedAnswer; values: Edited; vouchedFor: boolean }) =>
      saveTouched({ version: opened.version, values: editedOf(opened) }, values, (change) =>
        callApi(updateApprovedAnswer, { id: opened.id, vouchedFor, ...change }),
      ),
    stale,
  );

/** The fields of the form, as a change names them. */
export const editedOf = (approved: ApprovedAnswer) => ({
  question: approved.question,
  otherQuestions: approved.otherQuestions,
  answer: approved.answer,
  citations: approved.citations.map(({ documentId, quote }) => ({ documentId, quote })),
  tags: approved.tags,
  ownerId: approved.ownerId,
  reviewOn: approved.reviewOn,
});

/** Decides on a question whose askers say that the answer answers it, too. */
export const useDecideSame = () =>
  useInvalidatingMutation((decision: Request<typeof decideSame>) => callApi(decideSame, decision), stale);

const steps = {
  approve: (id: number) => callApi(approveAnswer, { id }),
  renew: (id: number) => callApi(renewApprovedAnswer, { id }),
  suspend: (id: number) => callApi(suspendApprovedAnswer, { id, reason: "Stopped by an administrator" }),
  retire: (id: number) => callApi(retireApprovedAnswer, { id }),
};
export type Step = keyof typeof steps;

export const useStep = () =>
  useInvalidatingMutation(({ step, id }: { step: Step; id: number }) => steps[step](id), stale);

export const useSetApprovalRules = () =>
  useInvalidatingMutation(
    ({
      companyId,
      opened,
      values,
    }: {
      companyId: number | undefined;
      opened: Output<typeof getApprovalRules>;
      values: ApprovalRules;
    }) =>
      saveTouched({ version: opened.version, values: opened }, values, (change) =>
        callApi(setApprovalRules, { companyId, ...change }),
      ),
    [["approval-rules"], ["report"], ...stale],
  );
