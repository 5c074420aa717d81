import * as contract from "#contract/answering/approved-answers.ts";
import { route } from "#server/http/route.ts";
import { createApprovedAnswer } from "./create.ts";
import { getApprovedAnswer, listApprovedAnswers, listWaysOfAsking } from "./read.ts";
import { getApprovalRules, setApprovalRules } from "./rules.ts";
import { approveAnswer, renewApprovedAnswer, retireApprovedAnswer, suspendApprovedAnswer } from "./states.ts";
import { decideSame, saySame } from "./said-same.ts";
import { updateApprovedAnswer } from "./update.ts";

export const routes = [
  route(contract.listApprovedAnswers, listApprovedAnswers),
  route(contract.listWaysOfAsking, listWaysOfAsking),
  route(contract.getApprovalRules, getApprovalRules),
  route(contract.setApprovalRules, setApprovalRules),
  route(contract.getApprovedAnswer, getApprovedAnswer),
  route(contract.createApprovedAnswer, createApprovedAnswer),
  route(contract.updateApprovedAnswer, updateApprovedAnswer),
  route(contract.approveAnswer, approveAnswer),
  route(contract.suspendApprovedAnswer, suspendApprovedAnswer),
  route(contract.renewApprovedAnswer, renewApprovedAnswer),
  route(contract.retireApprovedAnswer, retireApprovedAnswer),
  route(contract.decideSame, decideSame),
  route(contract.saySame, saySame),
];
