import * as documents from "#contract/answering/program-documents.ts";
import * as contract from "#contract/answering/programs.ts";
import { longRoute, route } from "#server/http/route.ts";
import { listWithinReach } from "#server/knowledge/themes/shared-store.ts";
import { createProgramAnswer, getProgramAnswer } from "./answers.ts";
import {
  deleteNamedProgramDocument,
  deleteProgramDocument,
  getProgramDocument,
  getProgramPage,
  listProgramDocuments,
  putProgramDocument,
  uploadProgramDocuments,
} from "./documents.ts";
import {
  createProgramApprovedAnswer,
  getProgramApprovedAnswer,
  listProgramApprovedAnswers,
  retireProgramApprovedAnswer,
  suspendProgramApprovedAnswer,
  updateProgramApprovedAnswer,
} from "./approved-answers.ts";
import { findPassages } from "./passages.ts";
import { presentProgramTheme } from "./present.ts";

export const routes = [
  route(contract.listProgramThemes, async (ctx) => ({
    themes: (await listWithinReach(ctx)).map(presentProgramTheme),
  })),
  longRoute(contract.createProgramAnswer, createProgramAnswer),
  route(contract.getProgramAnswer, getProgramAnswer),
  longRoute(contract.findPassages, (caller, input, { signal }) => findPassages(caller, input, signal)),
  route(documents.listProgramDocuments, listProgramDocuments),
  longRoute(documents.uploadProgramDocuments, uploadProgramDocuments),
  longRoute(documents.putProgramDocument, putProgramDocument),
  longRoute(documents.getProgramDocument, getProgramDocument),
  longRoute(documents.deleteProgramDocument, deleteProgramDocument),
  longRoute(documents.deleteNamedProgramDocument, deleteNamedProgramDocument),
  longRoute(documents.getProgramPage, getProgramPage),
  route(contract.listProgramApprovedAnswers, listProgramApprovedAnswers),
  route(contract.getProgramApprovedAnswer, getProgramApprovedAnswer),
  route(contract.createProgramApprovedAnswer, createProgramApprovedAnswer),
  route(contract.updateProgramApprovedAnswer, updateProgramApprovedAnswer),
  route(contract.suspendProgramApprovedAnswer, suspendProgramApprovedAnswer),
  route(contract.retireProgramApprovedAnswer, retireProgramApprovedAnswer),
];
