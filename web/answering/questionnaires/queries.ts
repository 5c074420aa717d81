import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  createQuestionnaire,
  deleteQuestionnaire,
  getQuestionnaire,
  listQuestionnaireQuestions,
  listQuestionnaires,
  placeQuestionnaire,
  reviewQuestionnaire,
  runQuestionnaire,
  type QuestionnaireDetails,
} from "#contract/answering/questionnaires.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { callApi, readError, send } from "#web/kernel/api.ts";
import { useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";

/** A run asks some ten questions a second. */
const whileRunningMs = 1_000;

export const questionnairesQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ["questionnaires", "list", companyId ?? "all"],
    queryFn: ({ signal }) => callApi(listQuestionnaires, { companyId }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === "running") === true ? whileRunningMs : false,
  });

export const questionnaireQuery = (id: number) =>
  queryOptions({
    queryKey: ["questionnaires", "one", id],
    queryFn: ({ signal }) => callApi(getQuestionnaire, { id }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? whileRunningMs : false),
  });

type Page = Request<typeof listQuestionnaireQuestions> & { id: number };

/** `answered`: how many there are, so that a page is read again as answers arrive. */
export const questionsQuery = (page: Page, answered: number) =>
  queryOptions({
    queryKey: ["questionnaires", "questions", page, answered],
    queryFn: ({ signal }) => callApi(listQuestionnaireQuestions, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const stale = [["questionnaires"]];

export const useCreateQuestionnaire = () => useInvalidatingMutation(upload, stale);

async function upload({ themeId, file }: { themeId: number; file: File }): Promise<QuestionnaireDetails> {
  const form = new FormData();
  form.append("files", file, file.name);
  const reply = await send(createQuestionnaire, { id: themeId }, { form, repeatKey: crypto.randomUUID() });
  if (!reply.ok) throw await readError(reply);
  return (await reply.json()) as QuestionnaireDetails;
}

export const usePlaceQuestionnaire = () =>
  useInvalidatingMutation(
    (input: Request<typeof placeQuestionnaire>) => callApi(placeQuestionnaire, input),
    stale,
  );

export const useRunQuestionnaire = () =>
  useInvalidatingMutation((input: { id: number }) => callApi(runQuestionnaire, input), stale);

export const useReviewQuestion = () =>
  useInvalidatingMutation(
    (input: Request<typeof reviewQuestionnaire>) => callApi(reviewQuestionnaire, input),
    stale,
  );

export const useDeleteQuestionnaire = () =>
  useInvalidatingMutation((input: { id: number }) => callApi(deleteQuestionnaire, input), stale);
