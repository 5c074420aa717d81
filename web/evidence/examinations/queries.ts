import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Request } from "#contract/kernel/endpoint.ts";
import {
  type Examiner,
  createExaminationBundle,
  endExamination,
  getExaminedAnswer,
  getExamination,
  inviteExaminer,
  listExaminationBundles,
  listExaminedAnswers,
  listExaminedEvents,
  listExaminers,
  updateExaminer,
} from "#contract/evidence/examinations.ts";
import { withTypesetting } from "#web/answering/answers/loaded-answer-text.tsx";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

const rowsPerPage = 50;
/** Poll interval for a bundle being made. */
const progressMs = 1000;

export const examinationQuery = queryOptions({
  queryKey: ["examination", "own"],
  queryFn: ({ signal }) => callApi(getExamination, {}, signal),
});

/** Each access is on record: no automatic refetch. */
const onRecord = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const;

export const examinedAnswersQuery = (reason: string, before: number | undefined) =>
  queryOptions({
    queryKey: ["examination", "answers", reason, before],
    queryFn: ({ signal }) => callApi(listExaminedAnswers, { reason, before, limit: rowsPerPage }, signal),
    placeholderData: keepPreviousData,
    ...onRecord,
  });

export const examinedAnswerQuery = (reason: string, id: number) =>
  queryOptions({
    queryKey: ["examination", "answer", reason, id],
    queryFn: ({ signal }) => withTypesetting(callApi(getExaminedAnswer, { reason, id }, signal)),
    ...onRecord,
  });

export const examinedEventsQuery = (reason: string, before: number | undefined) =>
  queryOptions({
    queryKey: ["examination", "events", reason, before],
    queryFn: ({ signal }) => callApi(listExaminedEvents, { reason, before, limit: rowsPerPage }, signal),
    placeholderData: keepPreviousData,
    ...onRecord,
  });

export const examinationBundlesQuery = queryOptions({
  queryKey: ["examination", "bundles"],
  queryFn: ({ signal }) => callApi(listExaminationBundles, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === "waiting" || status === "running") ? progressMs : false,
});

export const useMakeExaminationBundle = () =>
  useInvalidatingMutation(
    (asked: Request<typeof createExaminationBundle>) => callApi(createExaminationBundle, asked),
    [["examination", "bundles"]],
  );

export const examinersQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["examiners", companyId],
    queryFn: ({ signal }) => callApi(listExaminers, { companyId }, signal),
    staleTime: 0,
  });

const stale = [["examiners"], ["users"], ["record"]];
export const useInviteExaminer = () =>
  useInvalidatingMutation((input: Request<typeof inviteExaminer>) => callApi(inviteExaminer, input), stale);
export const useUpdateExaminer = () =>
  useInvalidatingMutation(
    ({
      opened,
      values,
    }: {
      opened: Examiner;
      values: Omit<Request<typeof updateExaminer>, "id" | "version">;
    }) =>
      saveTouched(
        { version: opened.version, values: { ...opened, themeIds: opened.themes.map(({ id }) => id) } },
        values,
        (change) => callApi(updateExaminer, { id: opened.id, ...change }),
      ),
    stale,
  );
export const useEndExamination = () =>
  useInvalidatingMutation((id: number) => callApi(endExamination, { id }), stale);
