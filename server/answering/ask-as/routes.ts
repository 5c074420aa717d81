import * as contract from "#contract/answering/ask-as.ts";
import { longRoute, route } from "#server/http/route.ts";
import { askAs } from "./ask.ts";
import { listAskers } from "./askers.ts";
import { listDocumentsAs, openDeskAs } from "./desk.ts";

export const routes = [
  route(contract.listAskers, listAskers),
  longRoute(contract.openDeskAs, openDeskAs),
  longRoute(contract.listDocumentsAs, listDocumentsAs),
  longRoute(contract.askAs, askAs),
];
