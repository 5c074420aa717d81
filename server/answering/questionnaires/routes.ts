import * as contract from "#contract/answering/questionnaires.ts";
import { longRoute, route } from "#server/http/route.ts";
import { createQuestionnaire } from "./create.ts";
import { deleteQuestionnaire } from "./delete.ts";
import { downloadQuestionnaire } from "./download.ts";
import { placeQuestionnaire } from "./place.ts";
import { getQuestionnaire, listQuestionnaireQuestions, listQuestionnaires } from "./read.ts";
import { reviewQuestionnaire } from "./review.ts";
import { runQuestionnaire } from "./run.ts";

export const routes = [
  route(contract.listQuestionnaires, listQuestionnaires),
  longRoute(contract.createQuestionnaire, createQuestionnaire),
  route(contract.getQuestionnaire, getQuestionnaire),
  route(contract.listQuestionnaireQuestions, listQuestionnaireQuestions),
  longRoute(contract.placeQuestionnaire, placeQuestionnaire),
  route(contract.runQuestionnaire, runQuestionnaire),
  route(contract.reviewQuestionnaire, reviewQuestionnaire),
  longRoute(contract.downloadQuestionnaire, downloadQuestionnaire),
  longRoute(contract.deleteQuestionnaire, deleteQuestionnaire),
];
