import * as contract from "#contract/answering/reports.ts";
import { route } from "#server/http/route.ts";
import { getChatReport } from "./chat-report.ts";
import { getReviewReport } from "./review-report.ts";
import { getSpendReport } from "./spend-report.ts";

export const routes = [
  route(contract.getChatReport, getChatReport),
  route(contract.getSpendReport, getSpendReport),
  route(contract.getReviewReport, getReviewReport),
];
