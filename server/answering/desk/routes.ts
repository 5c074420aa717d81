import * as contract from "#contract/answering/desk.ts";
import * as experts from "#contract/answering/expert-requests.ts";
import { route } from "#server/http/route.ts";
import { answerExpertRequest, askExpert, listExpertRequests } from "./experts.ts";
import { closeDeclined } from "./close.ts";
import { countDesk, listDesk } from "./list.ts";

export const routes = [
  route(contract.listDesk, listDesk),
  route(contract.countDesk, countDesk),
  route(contract.closeDeclined, closeDeclined),
  route(experts.askExpert, askExpert),
  route(experts.listExpertRequests, listExpertRequests),
  route(experts.answerExpertRequest, answerExpertRequest),
];
