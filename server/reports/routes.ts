import * as contract from "#contract/reports.ts";
import { route } from "#server/http.ts";
import { getChatReport } from "./chat-report.ts";

export const routes = [route(contract.getChatReport, getChatReport)];
