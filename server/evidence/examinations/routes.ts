import * as contract from "#contract/evidence/examinations.ts";
import { longRoute, route } from "#server/http/route.ts";
import { endExamination, inviteExaminer, listExaminers, updateExaminer } from "./examiners.ts";
import * as look from "./look.ts";

export const routes = [
  route(contract.listExaminers, listExaminers),
  longRoute(contract.inviteExaminer, inviteExaminer),
  route(contract.updateExaminer, updateExaminer),
  route(contract.endExamination, endExamination),
  route(contract.getExamination, look.getOwnExamination),
  route(contract.listExaminedAnswers, look.listExaminedAnswers),
  longRoute(contract.getExaminedAnswer, look.getExaminedAnswer),
  route(contract.listExaminedEvents, look.listExaminedEvents),
  route(contract.createExaminationBundle, look.createExaminationBundle),
  route(contract.listExaminationBundles, look.listExaminationBundles),
  longRoute(contract.getExaminationBundleFile, look.getExaminationBundleFile),
];
