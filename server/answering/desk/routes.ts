import * as contract from "#contract/answering/desk.ts";
import { route } from "#server/http/route.ts";
import { closeDeclined, listDesk } from "./list.ts";

export const routes = [route(contract.listDesk, listDesk), route(contract.closeDeclined, closeDeclined)];
